// Keys: which there are on the page, doing what they say, and the list of them. None acts while a
// field has the focus, none needs Alt, all can be switched off.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { settings } from "../state/settings";

declare const LICENSES: string;

export interface Key {
  /** As `KeyboardEvent.key`; `Ctrl+` before it. Several for one thing. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly act: () => void;
  /** Also the arrow keys and the like, which boards have for themselves. */
  readonly outside?: readonly string[];
}

const current = signal<readonly Key[]>([]);
const isOpen = signal(false);

export const openKeys = (): void => {
  isOpen.value = true;
};

/** The keys of a page, as long as it is shown. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Not after the next frame: until then keys would act on the page before.
  useLayoutEffect(() => {
    current.value = latest.current;
    const press = (event: KeyboardEvent) => handle(event, latest.current);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", press);
      current.value = [];
    };
  }, []);
}

function handle(event: KeyboardEvent, keys: readonly Key[]): void {
  const target = event.target instanceof Element ? (event.target as HTMLElement) : document.body;
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
  if (isField || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.key}`;
  const isOnBoard = target.closest("svg[role=grid]") !== null;
  const isButton = target.closest("button, a, summary, [role=menu], [role=tablist]") !== null;
  if (!settings.value.keys && !name.startsWith("Ctrl+")) return;
  const found = keys.find((key) => key.keys.some((k) => k === name || k === name.toLowerCase()) || (!isOnBoard && !isButton && key.outside?.includes(name)));
  if (!found) return;
  event.preventDefault();
  found.act();
}

if (typeof document !== "undefined") {
  document.addEventListener("keydown", (event) => handle(event, [{ keys: ["?"], does: "", act: openKeys }]));
}

export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = isOpen.value;
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
  }, [isShown]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {[...BOARD_KEYS, ...current.value.map(({ keys, outside, does }) => [[...keys, ...(outside ?? [])].join(" "), does] as const)].map(([keys, does]) => (
          <>
            <dt>
              {keys.split(" ").map((key) => (
                <>
                  <kbd>{SHOWN[key] ?? key}</kbd>{" "}
                </>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <div class="bar">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <a class="button" href={LICENSES} target="_blank">
          What these pages are made of
        </a>
      </div>
    </dialog>
  );
}

const BOARD_KEYS = [
  ["Arrows", "on the board: go to the next square"],
  ["Home End", "on the board: ends of the row"],
  ["Enter Space", "on the board: pick the square"],
  ["Escape", "on the board: take one pick back"],
  ["?", "this list"],
] as const;

const SHOWN: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
