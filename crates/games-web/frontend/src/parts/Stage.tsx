// The board of a game with what belongs below it: buttons for moves that are not picked on it, a
// field for a move's text, the list of legal moves.

import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { Move, Scene } from "../api/types";
import { Board, type Foresee } from "../board/Board";
import type { Worth } from "../board/badges";
import type { Arrow } from "../board/Overlay";
import { type Picked, reachable } from "../board/picking";
import { settings } from "../state/settings";

interface Props {
  scene: Scene;
  sides: readonly [string, string];
  /** Whether the scene is the position to move in. */
  isReady: boolean;
  turned: boolean;
  onMove?: ((text: string) => void) | undefined;
  worth?: ReadonlyMap<string, Worth> | undefined;
  mostBadges?: number | undefined;
  arrows?: readonly Arrow[] | undefined;
  /** Whether what is pressed is drawn on, and not moved. */
  pen?: boolean;
  /** What a move would lead to. */
  foresee?: Foresee;
  extra?: preact.ComponentChildren;
  ply: number;
}

export function Stage({ scene, sides, isReady, turned, onMove, worth, mostBadges, arrows, pen, foresee, extra, ply }: Props) {
  const picked = useSignal<Picked>([]);
  const { showLegal, confirm } = settings.value;
  const board = useSame(scene.board);
  const play = onMove && isReady ? (move: Move) => onMove(move.text) : undefined;
  const buttons = scene.legal.filter(({ picks }) => picks.length === 0);
  const isForced = scene.legal.length === 1 && buttons.length === 1;
  return (
    <div data-ready={isReady ? "" : undefined} data-ply={ply} data-key={scene.key} data-position={scene.position} data-to-move={scene.to_move} data-outcome={scene.outcome ?? undefined}>
      {scene.board.kind === "text" ? (
        <pre class="text-board" tabIndex={0} aria-label="Position">{scene.position}</pre>
      ) : (
        <Board
          board={board}
          view={scene.view}
          legal={scene.legal}
          position={`${ply} ${scene.key}`}
          turned={turned}
          onMove={play}
          picked={picked.value}
          onPicked={(next) => (picked.value = next)}
          worth={worth ?? NOTHING}
          mostBadges={mostBadges ?? Infinity}
          arrows={arrows ?? NO_ARROWS}
          pen={pen ?? false}
          foresee={foresee}
          showLegal={showLegal}
          confirm={confirm}
          sideNames={sides}
          label={`Board, ${sides[scene.to_move === "p1" ? 0 : 1]} to move`}
        />
      )}
      <div class="bar" data-buttons="">
        {play &&
          (scene.board.kind === "text" && scene.legal.length <= 60 ? scene.legal : buttons).map((move) => (
            <button type="button" class={isForced ? "primary" : ""} data-move={move.text} onClick={() => play(move)} title={move.say}>
              {words(move)}
            </button>
          ))}
        {extra}
      </div>
      {onMove && <MoveField scene={scene} picked={picked.value} onMove={isReady ? onMove : undefined} />}
    </div>
  );
}

const NOTHING: ReadonlyMap<string, Worth> = new Map();
const NO_ARROWS: readonly Arrow[] = [];

function words({ label, say }: Move): string {
  return say && say.toLowerCase() !== label.toLowerCase() && say.length < 40 ? `${label}: ${say}` : label.charAt(0).toUpperCase() + label.slice(1);
}

/** The same board again is the same object, so that what never changes is not drawn again. */
function useSame<T>(value: T): T {
  const kept = useRef(value);
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

/** How many moves of the list are drawn; the field finds the others. */
const MOST_LISTED = 300;

function MoveField({ scene, picked, onMove }: { scene: Scene; picked: Picked; onMove: ((text: string) => void) | undefined }) {
  const text = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  // At once with the new board: later, it would take away what has been typed for that board.
  useLayoutEffect(() => {
    text.value = "";
  }, [scene]);
  const wanted = useComputed(() => text.value.trim().toLowerCase());
  const fits = (move: Move) => move.text.toLowerCase().startsWith(wanted.value) || move.label.toLowerCase().startsWith(wanted.value);
  const listed = reachable(scene.legal, picked).map((i) => scene.legal[i] as Move).filter(fits);
  return (
    <details class="panel" open={scene.board.kind === "text"}>
      <summary>
        Moves as text ({scene.legal.length})
      </summary>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          const move = text.value.trim();
          // What is typed while the board is on its way stays.
          if (!move || !onMove) return;
          onMove(move);
          text.value = "";
        }}
      >
        <label class="hidden" for="move-field">
          Move
        </label>
        <input id="move-field" ref={input} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} autocomplete="off" spellcheck={false} placeholder="a move, such as one below" />
        <button type="submit">Play it</button>
      </form>
      <div class="legal-list" role="group" aria-label="Legal moves" tabIndex={0}>
        {listed.slice(0, MOST_LISTED).map((move) => (
          <button type="button" tabIndex={-1} onClick={() => onMove?.(move.text)} title={move.say}>
            {move.label}
          </button>
        ))}
      </div>
      {listed.length > MOST_LISTED && <p class="help">{listed.length - MOST_LISTED} more: type the beginning of one.</p>}
    </details>
  );
}

export function focusMoveField(): void {
  const field = document.querySelector<HTMLInputElement>("#move-field");
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}
