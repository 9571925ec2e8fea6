// The frame of every page: skip link, head, theme, lost connection, what is told to those who
// listen.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { connection, reconnect } from "../api/live";
import { type Address, carried } from "../state/address";
import { href } from "../state/route";
import { settings, set } from "../state/settings";
import { said } from "./announce";
import { Keys, openKeys } from "./Keys";
import { Settings } from "./Settings";

const PAGES = [
  ["play", "Play"],
  ["analysis", "Analyse"],
  ["rules", "Rules"],
  ["solver", "Solve"],
  ["match", "Match"],
] as const;

interface Props {
  title: string;
  page: string;
  /** The game whose pages the head links to. */
  game?: string;
  /** What is shown of it, which goes along to its other pages. */
  address?: Address;
  children: ComponentChildren;
}

export function Page({ title, page, game, address, children }: Props) {
  useEffect(() => {
    document.title = page === "gallery" ? "games" : `${title} - games`;
  }, [title, page]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the main part
      </a>
      <header class="top">
        <a class="home" href={href("gallery")} aria-current={page === "gallery" ? "page" : undefined}>
          games
        </a>
        {game !== undefined && (
          <nav aria-label="Pages of this game">
            {PAGES.map(([id, name]) => (
              <a href={href(id, game, address && carried(id, address))} aria-current={page === id ? "page" : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <span class="spring" />
        <label>
          <span class="hidden">Theme</span>
          <select value={settings.value.theme} onChange={(event) => set({ theme: event.currentTarget.value as never })}>
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <Settings />
        <button type="button" onClick={openKeys} aria-label="Keys" title="Keys (?)">
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1} data-page={page}>
        <Lost />
        {children}
      </main>
      <Keys />
      <div class="hidden" aria-live="polite" id="said">
        {said.value}
      </div>
    </>
  );
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Lost() {
  if (connection.value !== "lost") return null;
  return (
    <div class="notice" role="status">
      <p>
        The server stopped, your game is kept. This page goes on as soon as the server is back.{" "}
        <button type="button" onClick={reconnect}>
          Try now
        </button>
      </p>
    </div>
  );
}

export function Notices({ faults }: { faults: readonly string[] }) {
  return (
    <>
      {faults.map((fault) => (
        <div class="notice" role="alert" data-fault="">
          <p>{fault}</p>
        </div>
      ))}
    </>
  );
}
