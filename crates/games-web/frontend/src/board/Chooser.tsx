// Asks which of several moves is meant that are picked alike.

import { useLayoutEffect, useRef } from "preact/hooks";

import type { Move } from "../api/types";
import { center, type Geometry } from "./geometry";

interface Props {
  geometry: Geometry;
  cell: string;
  moves: readonly Move[];
  /** Whether other moves go on from here. */
  goesOn: boolean;
  onMove: (move: Move) => void;
  onClose: (goesOn: boolean) => void;
}

export function Chooser({ geometry, cell, moves, goesOn, onMove, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const count = moves.length + (goesOn ? 1 : 0);

  // At once, and gone at once: what is tidied up after the next frame takes a click on the board
  // for one outside of a list that is closed already, and forgets what was picked.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | SVGElement | null;
    list.current?.querySelector("button")?.focus();
    const outside = (event: PointerEvent) => {
      if (!list.current?.contains(event.target as Element)) onClose(false);
    };
    document.addEventListener("pointerdown", outside, true);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      before?.focus?.();
    };
  }, []);

  const take = (i: number) => (i < moves.length ? onMove(moves[i] as Move) : onClose(true));

  const key = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const number = Number(event.key);
    if (event.key === "Escape") onClose(false);
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(at + 1) % count]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons[(at - 1 + count) % count]?.focus();
    else if (number >= 1 && number <= count) take(number - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const at = geometry.index.get(cell) ?? 0;
  const [x, y] = center(geometry, at);
  const [left, top] = [(100 * x) / geometry.width, (100 * y) / geometry.height];
  return (
    <div
      ref={list}
      class="chooser"
      role="menu"
      aria-label={`Moves to ${cell}`}
      onKeyDown={key}
      style={{ left: left < 60 ? `${left}%` : "auto", right: left < 60 ? "auto" : `${100 - left}%`, top: top < 60 ? `${top}%` : "auto", bottom: top < 60 ? "auto" : `${100 - top}%` }}
    >
      {moves.map((move, i) => (
        <button type="button" role="menuitem" onClick={() => take(i)} data-move={move.text}>
          <kbd>{i + 1}</kbd> <b>{move.label}</b> {move.say !== move.label && <span>{move.say}</span>}
        </button>
      ))}
      {goesOn && (
        <button type="button" role="menuitem" onClick={() => take(moves.length)}>
          <kbd>{count}</kbd> Pick the next square
        </button>
      )}
    </div>
  );
}
