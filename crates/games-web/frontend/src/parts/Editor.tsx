// Setting up a position: pieces from a palette where the game offers that, and the position text
// with a board beside it and its faults underlined.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { Problem, post } from "../api/client";
import type { GamePage, Man, Piece, Scene, Side } from "../api/types";
import { Board } from "../board/Board";
import { Glyph } from "../board/Pieces";
import type { Game } from "../state/game";
import { capital } from "../state/words";

interface Props {
  game: Game;
  page: GamePage | undefined;
  scene: Scene | undefined;
  sides: readonly [string, string];
}

export function Editor({ game, page, scene, sides }: Props) {
  const isOpen = useSignal(false);
  const text = useSignal("");
  const preview = useSignal<Scene | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const pieces = useSignal<readonly Piece[]>([]);
  const toMove = useSignal<Side>("p1");
  const chosen = useSignal<Man | undefined>(undefined);
  // Counts what was put or typed: an answer to anything but the last comes too late.
  const edits = useRef(0);

  const open = () => {
    if (!scene) return;
    isOpen.value = true;
    text.value = scene.position;
    preview.value = scene;
    pieces.value = scene.view.pieces;
    toMove.value = scene.to_move;
    problem.value = undefined;
  };

  // The text is read as it is typed.
  useEffect(() => {
    if (!isOpen.value) return;
    const edit = ++edits.current;
    const wait = setTimeout(async () => {
      try {
        const read = await post<Scene>("position", { ...game.request([]), position: text.value });
        if (edit !== edits.current) return;
        problem.value = undefined;
        preview.value = read;
        pieces.value = read.view.pieces;
        toMove.value = read.to_move;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (edit === edits.current) problem.value = error;
      }
    }, 150);
    return () => clearTimeout(wait);
  }, [text.value, isOpen.value]);

  const fromPieces = async (next: readonly Piece[], side: Side) => {
    pieces.value = next;
    toMove.value = side;
    const edit = ++edits.current;
    try {
      const { game: id, rules } = game.request() as Record<string, string>;
      const put = next.map(({ at, glyph, symbol, side, z }) => ({ at, glyph, symbol, side, z }));
      const { position } = await post<{ position: string }>("setup", { game: id, ...(rules && { rules }), pieces: put, to_move: side });
      if (edit !== edits.current) return;
      problem.value = undefined;
      text.value = position;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (edit === edits.current) problem.value = error;
    }
  };
  const put = (cell: string) => {
    const man = chosen.value;
    const others = pieces.value.filter(({ at }) => at !== cell);
    void fromPieces(man ? [...others, { at: cell, glyph: man.glyph, symbol: man.symbol, side: man.side, z: 0 }] : others, toMove.value);
  };

  if (!isOpen.value) {
    return (
      <>
        <p class="help">Begin from a position of your own, or from one of these.</p>
        <div class="bar">
          <button type="button" onClick={open} disabled={!scene}>
            Set up a position
          </button>
          {page?.examples.map((example) => (
            <button type="button" onClick={() => void game.begin({ rules: game.rules.value || "", position: example.title === "The start" ? "" : example.position, seats: [] })}>
              {example.title}
            </button>
          ))}
        </div>
      </>
    );
  }
  const at = problem.value?.at;
  const palette = page?.palette ?? [];
  return (
    <>
      {preview.value && preview.value.board.kind !== "text" && (
        <Board
          board={preview.value.board}
          view={{ ...preview.value.view, pieces: [...pieces.value], marks: [] }}
          legal={[]}
          position="set up"
          turned={game.turned.value}
          sideNames={sides}
          label="Board to set up"
          onCell={palette.length ? put : undefined}
        />
      )}
      {palette.length > 0 && (
        <div class="bar" role="radiogroup" aria-label="Pieces to put">
          {palette.map((man) => (
            <button type="button" role="radio" aria-checked={chosen.value === man} aria-pressed={undefined} class={chosen.value === man ? "chosen" : ""} onClick={() => (chosen.value = man)} aria-label={`${man.side ? sides[man.side === "p1" ? 0 : 1] : ""} ${man.glyph}`}>
              <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
                <Glyph glyph={man.glyph} symbol={man.symbol} side={man.side} size={32} />
              </svg>
            </button>
          ))}
          <button type="button" role="radio" aria-checked={!chosen.value} class={chosen.value ? "" : "chosen"} onClick={() => (chosen.value = undefined)}>
            Take away
          </button>
        </div>
      )}
      {palette.length > 0 && (
        <div class="bar">
          <button type="button" onClick={() => void fromPieces([], toMove.value)}>
            Clear
          </button>
          <button type="button" onClick={() => void fromPieces(pieces.value, toMove.value === "p1" ? "p2" : "p1")}>
            {capital(sides[toMove.value === "p1" ? 0 : 1])} to move
          </button>
        </div>
      )}
      <label class="field">
        <span>Position text</span>
        <textarea rows={3} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} aria-invalid={problem.value ? "true" : undefined} aria-describedby="position-problem" />
      </label>
      <div id="position-problem">
        {problem.value && (
          <p class="error" role="alert">
            {at && at.field === "position" && at.end > at.start && <Underlined text={text.value} start={at.start} end={at.end} />}
            {problem.value.detail}
          </p>
        )}
      </div>
      <div class="bar">
        <button type="button" class="primary" disabled={problem.value !== undefined} onClick={() => {
            isOpen.value = false;
            void game.begin({ rules: game.rules.value, position: text.value.trim(), seats: [] });
          }}>
          Use it
        </button>
        <button type="button" onClick={() => (isOpen.value = false)}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** Places are told in bytes. */
function Underlined({ text, start, end }: { text: string; start: number; end: number }) {
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to?: number) => new TextDecoder().decode(bytes.slice(from, to));
  return (
    <code class="underlined">
      {part(0, start)}
      <u>{part(start, end)}</u>
      {part(end)}
      <br />
    </code>
  );
}
