// On a board whose cells are too small for a finger: what was aimed at, enlarged, and the button
// that confirms it. A second tap on the cell does the same.

import { CELL, center, type Geometry } from "./geometry";

interface Props {
  geometry: Geometry;
  cell: string;
  onPlay: () => void;
  onCancel: () => void;
}

/** Cells to see on each side of the one aimed at. */
const AROUND = 2.5;

export function Aim({ geometry, cell, onPlay, onCancel }: Props) {
  const [x, y] = center(geometry, geometry.index.get(cell) ?? 0);
  const reach = AROUND * CELL;
  return (
    <div class={`aim ${y > geometry.height / 2 ? "above" : "below"}`} role="group" aria-label={`Aimed at ${cell}`}>
      <svg viewBox={`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
        <use href="#drawing" />
        <rect class="target" x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} rx="8" />
      </svg>
      <button type="button" class="primary" onClick={onPlay}>
        Play {cell}
      </button>
      <button type="button" onClick={onCancel}>
        Back
      </button>
    </div>
  );
}
