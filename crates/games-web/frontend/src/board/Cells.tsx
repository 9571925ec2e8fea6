// The cells as what can be focused, named and picked: a grid with one tab stop, moved by the arrow
// keys.

import { useRef, useState } from "preact/hooks";

import type { View } from "../api/types";
import { memo } from "../parts/memo";
import { CELL, corner, type Geometry, neighbor, place, rowEnd } from "./geometry";
import type { Badge } from "./badges";
import { words } from "./words";

interface Props {
  geometry: Geometry;
  view: View;
  live: ReadonlySet<string>;
  /** Cells with which a move begins. */
  movable: ReadonlySet<string>;
  occupied: ReadonlySet<string>;
  picked: readonly string[];
  badges: ReadonlyMap<string, Badge>;
  sideNames: readonly [string, string];
  onChoose: (cell: string) => void;
  /** Takes one pick back; whether there was one. */
  onBack: () => boolean;
}

export function Cells(props: Props) {
  const { geometry, live, picked, badges } = props;
  const { cols, rows, cells } = geometry.board;
  const [focus, setFocus] = useState(0);
  const group = useRef<SVGGElement>(null);
  const stop = Math.min(focus, cells.length - 1);
  const what = words(geometry.board, props.view, props.sideNames);

  const go = (at: number) => {
    setFocus(at);
    group.current?.querySelector<SVGElement>(`[data-at="${at}"]`)?.focus();
  };

  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number((event.target as SVGElement).dataset["at"]);
    const step = STEPS[event.key];
    if (step) go(neighbor(geometry, at, ...step));
    else if (event.key === "Home" || event.key === "End") go(rowEnd(geometry, at, event.key === "End"));
    else if (event.key === "Enter" || event.key === " ") props.onChoose(cells[at] as string);
    else if (event.key !== "Escape" || !props.onBack()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const drawnRow = (row: number) => {
    const inRow = Array.from({ length: cols }, (_, col) => place(row * cols + col, geometry));
    return (
      <g role="row" key={row} aria-label={rowName(geometry, row)}>
        {inRow.map((at) => {
          const name = cells[at] as string;
          return (
            <Cell
              key={at}
              geometry={geometry}
              at={at}
              name={name}
              label={label(name, what.get(name), props, badges.get(name))}
              isStop={at === stop}
              isLive={live.has(name)}
              isHeld={props.movable.has(name) && props.occupied.has(name)}
              isPicked={picked.includes(name)}
            />
          );
        })}
      </g>
    );
  };

  return (
    <g
      ref={group}
      class="cells"
      onKeyDown={key}
      onFocusIn={(event) => setFocus(Number((event.target as SVGElement).dataset["at"] ?? stop))}
    >
      {Array.from({ length: rows }, (_, row) => drawnRow(row))}
    </g>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Without a name of its own a row is read as all of its cells at once. */
function rowName({ board, turned }: Geometry, row: number): string {
  const at = turned ? board.rows - 1 - row : row;
  return `Row ${board.row_labels[at] ?? at + 1}`;
}

function label(name: string, what: string | undefined, { live, picked }: Props, badge: Badge | undefined): string {
  const parts = [name, what ?? "empty"];
  if (picked.includes(name)) parts.push("picked");
  if (live.has(name)) parts.push(picked.length ? "can be picked" : what ? "can move" : "can be played");
  if (badge) parts.push(badge.isBest ? `best, ${badge.say}` : badge.say);
  return parts.join(", ");
}

interface CellProps {
  geometry: Geometry;
  at: number;
  name: string;
  label: string;
  isStop: boolean;
  isLive: boolean;
  isHeld: boolean;
  isPicked: boolean;
}

const Cell = memo(({ geometry, at, name, label, isStop, isLive, isHeld, isPicked }: CellProps) => {
  const [x, y] = corner(geometry, at);
  return (
    <rect
      role="gridcell"
      aria-label={label}
      aria-selected={isPicked ? "true" : undefined}
      tabindex={isStop ? 0 : -1}
      class={`cell${isLive ? " live" : ""}${isHeld ? " held" : ""}`}
      data-at={at}
      data-cell={name}
      x={x}
      y={y}
      width={CELL}
      height={CELL}
    />
  );
});
