// Values on cells, arrows, and the cells that can be picked.

import { memo } from "../parts/memo";
import { CELL, center, corner, type Geometry } from "./geometry";
import type { Badge } from "./badges";

export const Badges = memo(({ geometry, badges, occupied }: { geometry: Geometry; badges: ReadonlyMap<string, Badge>; occupied: ReadonlySet<string> }) => (
  <g class="badges" aria-hidden="true">
    {[...badges].map(([cell, badge]) => {
      const at = geometry.index.get(cell);
      return at !== undefined && <BadgeAt key={cell} geometry={geometry} at={at} {...badge} isLow={occupied.has(cell)} />;
    })}
  </g>
));

const BadgeAt = memo(({ geometry, at, text, tone, isBest, isLow, heat }: Badge & { geometry: Geometry; at: number; isLow: boolean }) => {
  const [cx, cy] = center(geometry, at);
  const [x, y] = corner(geometry, at);
  const width = Math.min(CELL - 2, Math.max(32, text.length * 10 + 14));
  // On a piece it lies at the foot of the cell, so that the piece can be seen.
  const top = isLow ? y + CELL - 22 : cy - 12;
  return (
    <g class={`badge ${tone}${isBest ? " best" : ""}`}>
      {heat !== undefined && <rect class="heat" x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} style={{ fillOpacity: 0.1 + 0.6 * heat }} />}
      {text && <rect x={cx - width / 2} y={top} width={width} height={isLow ? 20 : 24} rx="6" />}
      {text && (
        <text x={cx} y={top + (isLow ? 15 : 18)} textLength={text.length > 5 ? width - 6 : undefined} lengthAdjust="spacingAndGlyphs">
          {text}
        </text>
      )}
    </g>
  );
});

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** 0 for the best line, 1 for the next; the player's own have none. */
  readonly rank?: number;
}

export const Arrows = memo(({ geometry, arrows }: { geometry: Geometry; arrows: readonly Arrow[] }) => (
  <g class="arrows" aria-hidden="true">
    {arrows.map((arrow) => {
      const [from, to] = [geometry.index.get(arrow.from), geometry.index.get(arrow.to)];
      return from !== undefined && to !== undefined && <ArrowAt key={`${arrow.from} ${arrow.to} ${arrow.rank}`} geometry={geometry} from={from} to={to} rank={arrow.rank} />;
    })}
  </g>
));

const ArrowAt = memo(({ geometry, from, to, rank }: { geometry: Geometry; from: number; to: number; rank: number | undefined }) => {
  const name = rank === undefined ? "arrow own" : "arrow";
  const width = rank === undefined ? 8 : Math.max(3, 11 - 3 * rank);
  const [ax, ay] = center(geometry, from);
  if (from === to) return <circle class={name} cx={ax} cy={ay} r="25" stroke-width={width / 2} />;
  const [bx, by] = center(geometry, to);
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const head = 10 + width;
  const [hx, hy] = [bx - ux * head, by - uy * head];
  const tip = `M${bx} ${by}L${hx - uy * head * 0.5} ${hy + ux * head * 0.5}L${hx + uy * head * 0.5} ${hy - ux * head * 0.5}z`;
  return (
    <g class={name}>
      <path class="shaft" d={`M${ax + ux * 14} ${ay + uy * 14}L${hx} ${hy}`} stroke-width={width} />
      <path class="tip" d={tip} />
    </g>
  );
});

/** What can be picked next, and what is picked. */
export const Hints = memo(({ geometry, cells, picked, occupied, isRinged, isLow }: { geometry: Geometry; cells: ReadonlySet<string>; picked: readonly string[]; occupied: ReadonlySet<string>; isRinged: boolean; isLow: boolean }) => (
  <g aria-hidden="true">
    {picked.map((cell) => {
      const at = geometry.index.get(cell);
      if (at === undefined) return null;
      const [x, y] = corner(geometry, at);
      return <rect class="picked" x={x + 2} y={y + 2} width={CELL - 4} height={CELL - 4} rx="4" />;
    })}
    {[...cells].map((cell) => {
      const at = geometry.index.get(cell);
      if (at === undefined) return null;
      const [cx, cy] = center(geometry, at);
      return isRinged || occupied.has(cell) ? <circle class="legal-ring" cx={cx} cy={cy} r="27" /> : <circle class="legal" cx={cx} cy={isLow ? cy + CELL / 4 : cy} r={isLow ? 6 : 8} />;
    })}
  </g>
));
