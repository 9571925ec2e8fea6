// Asks which of several moves is meant that are picked alike.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Move, Piece } from "../api/types";
import type { Foresee } from "./Board";
import { CELL, center, type Geometry } from "./geometry";
import { Glyph } from "./Pieces";

interface Props {
  geometry: Geometry;
  cell: string;
  moves: readonly Move[];
  /** Whether other moves go on from here. */
  goesOn: boolean;
  foresee?: Foresee | undefined;
  onMove: (move: Move) => void;
  onClose: (goesOn: boolean) => void;
}

export function Chooser({ geometry, cell, moves: unsorted, goesOn, foresee, onMove, onClose }: Props) {
  const moves = unsorted.toSorted((a, b) => a.choice - b.choice);
  const list = useRef<HTMLDivElement>(null);
  const icons = useIcons(cell, moves, foresee);
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
          <kbd>{i + 1}</kbd> {foresee && <Icon piece={icons.get(move.text)} />} <b>{move.label}</b> {move.say !== move.label && <span>{move.say}</span>}
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

/** The piece that each move leaves on the cell, as soon as it is known. */
function useIcons(cell: string, moves: readonly Move[], foresee: Foresee | undefined): ReadonlyMap<string, Piece> {
  const [icons, setIcons] = useState<ReadonlyMap<string, Piece>>(new Map());
  useEffect(() => {
    for (const { text } of moves) {
      void foresee?.(text).then((found) => {
        const pieces = found?.view.pieces.filter(({ at }) => at === cell).toSorted((a, b) => b.z - a.z) ?? [];
        if (pieces[0]) setIcons((known) => new Map(known).set(text, pieces[0] as Piece));
      });
    }
  }, []);
  return icons;
}

/** The room is kept for a piece that is not known yet. */
function Icon({ piece }: { piece: Piece | undefined }) {
  return (
    <svg class="drawing icon" viewBox={`0 0 ${CELL} ${CELL}`} aria-hidden="true" data-icon={piece?.glyph}>
      {piece && <Glyph glyph={piece.glyph} symbol={piece.symbol} side={piece.side} size={CELL} />}
    </svg>
  );
}
