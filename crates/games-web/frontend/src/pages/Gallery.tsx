// All games, each with a board that replays a game of it, and the games of this browser.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { post } from "../api/client";
import type { Card, GamePage, Line } from "../api/types";
import { MiniBoard } from "../parts/MiniBoard";
import { Page } from "../parts/Page";
import { gamePage, games } from "../state/catalog";
import { href } from "../state/route";
import { recent } from "../state/settings";

const PAGES = [
  ["play", "Play"],
  ["analysis", "Analyse"],
  ["rules", "Rules"],
  ["solver", "Solve"],
] as const;

export function Gallery() {
  const filter = useSignal("");
  const { list, problem } = games.value;
  const wanted = filter.value.trim().toLowerCase();
  const shown = (list ?? []).filter(({ id, name, summary }) => `${id} ${name} ${summary}`.toLowerCase().includes(wanted));
  return (
    <Page title="games" page="gallery">
      <div class="headline">
        <h1 tabIndex={-1}>Games of perfect information</h1>
      </div>
      <p>
        <label class="hidden" for="filter">
          Filter
        </label>
        <input id="filter" class="search" type="search" placeholder="Filter" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      </p>
      {problem && (
        <p class="notice" data-fault="">
          {problem}
        </p>
      )}
      {list && shown.length === 0 && <p>No game fits.</p>}
      <ul class="cards" data-ready={list ? "" : undefined}>
        {shown.map((card) => (
          <GameCard key={card.id} card={card} />
        ))}
      </ul>
      <Recent />
    </Page>
  );
}

function GameCard({ card }: { card: Card }) {
  const item = useRef<HTMLLIElement>(null);
  const page = useSignal<GamePage | undefined>(undefined);
  const line = useSignal<Line | undefined>(undefined);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      void load(card.id).then((found) => {
        if (found) ({ page: page.value, line: line.value } = found);
      });
    });
    if (item.current) watch.observe(item.current);
    return () => watch.disconnect();
  }, []);
  const views = line.value?.plies.map(({ view }) => view) ?? [];
  return (
    <li class="card" ref={item} data-game={card.id}>
      <div class="picture">{page.value && line.value && <MiniBoard board={line.value.board} views={views} sides={page.value.sides} label={`A game of ${card.name}`} text={line.value.plies[0]?.position} />}</div>
      <h2>{card.name}</h2>
      <p>
        {card.summary}
        {card.solvable ? " The solver takes it." : ""}
      </p>
      <div class="bar">
        {PAGES.filter(([id]) => id !== "solver" || card.solvable).map(([id, name]) => (
          <a class={`button${id === "play" ? " primary" : ""}`} href={href(id, card.id)} aria-label={`${name} ${card.name}`}>
            {name}
          </a>
        ))}
      </div>
    </li>
  );
}

async function load(id: string): Promise<{ page: GamePage; line: Line } | undefined> {
  try {
    const page = await gamePage(id);
    return { page, line: await post<Line>("line", { game: id, moves: page.sample }) };
  } catch {
    // The card does without its board.
    return undefined;
  }
}

function Recent() {
  if (recent.value.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">Your last games</h2>
      <ul>
        {recent.value.map((game) => (
          <li>
            <a href={href(game.page, game.game, game.hash)}>
              {game.name}, {game.plies === 1 ? "1 move" : `${game.plies} moves`}
            </a>{" "}
            <span class="help">{new Date(game.when).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
