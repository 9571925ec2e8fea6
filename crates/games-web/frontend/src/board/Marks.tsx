// The marks of a position. Each kind has a color and a shape of its own, some below the pieces and
// some above.

import type { Mark, View } from "../api/types";
import { memo } from "../parts/memo";
import { CELL, center, corner, type Geometry } from "./geometry";

interface Props {
  geometry: Geometry;
  view: View;
}

export const MarksBelow = memo((props: Props) => <Layer {...props} isAbove={false} />);

export const MarksAbove = memo((props: Props) => (
  <>
    <Layer {...props} isAbove />
    <Stroke {...props} />
    {props.geometry.board.kind === "rows" && <Gaps {...props} />}
  </>
));

function Layer({ geometry, view, isAbove }: Props & { isAbove: boolean }) {
  const stones = new Set(view.pieces.filter(({ glyph }) => glyph === "disc" || glyph === "stone").map(({ at }) => at));
  return (
    <g aria-hidden="true">
      {view.marks.map((mark) => {
        const at = geometry.index.get(mark.at);
        const isRound = stones.has(mark.at);
        if (at === undefined || liesAbove(mark, isRound) !== isAbove) return null;
        return <MarkAt key={`${mark.kind} ${mark.at}`} geometry={geometry} mark={mark} at={at} isRound={isRound} />;
      })}
    </g>
  );
}

/** What would be hidden below a piece lies above it. */
function liesAbove({ kind }: Mark, isRound: boolean): boolean {
  return kind === "barred" || kind === "territory" || kind === "boost" || (kind === "last" && isRound);
}

function MarkAt({ geometry, mark, at, isRound }: { geometry: Geometry; mark: Mark; at: number; isRound: boolean }) {
  const [x, y] = corner(geometry, at);
  const [cx, cy] = center(geometry, at);
  const square = (name: string, inset: number) => (
    <rect class={name} x={x + inset} y={y + inset} width={CELL - 2 * inset} height={CELL - 2 * inset} />
  );
  const path = (name: string, d: string) => <path class={name} transform={`translate(${x} ${y})`} d={d} />;
  switch (mark.kind) {
    case "last":
      return isRound ? <circle class="last-ring" cx={cx} cy={cy} r="10" /> : square("last", 2);
    case "check":
      return path("check", BURST);
    case "gone":
      return path("gone", BURST);
    case "line":
      return square("line", 3);
    case "must":
      return square("must", 3);
    case "barred":
      return geometry.board.kind === "points" ? square("barred", 21) : path("barred", "M21 21l18 18m0-18L21 39");
    case "territory":
      return square(mark.side === "p1" ? "dk" : "lt", 22);
    case "boost":
      return path("boost", "M40 17l9-10 9 10h-5v9h-8v-9z");
    default:
      return null;
  }
}

/** A burst in a cell: check, or what an explosion cleared. */
const BURST =
  "M30 1l5.6 10.2 9.2-7-.5 11.6 11.4-1.9-6.5 9.6 9.8 6.5-9.8 6.5 6.5 9.6-11.4-1.9.5 11.6-9.2-7L30 59l-5.6-10.2-9.2 7 .5-11.6-11.4 1.9 6.5-9.6L1 30l9.8-6.5-6.5-9.6 11.4 1.9-.5-11.6 9.2 7z";

/** A stroke through the cells of a winning line, if they lie on one. */
function Stroke({ geometry, view }: Props) {
  const points = view.marks
    .filter(({ kind, at }) => kind === "line" && geometry.index.has(at))
    .map(({ at }) => center(geometry, geometry.index.get(at) as number))
    .sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const [a, b] = [points[0], points.at(-1)];
  if (!a || !b || a === b) return null;
  const isStraight = points.every(([x, y]) => (x - a[0]) * (b[1] - a[1]) === (y - a[1]) * (b[0] - a[0]));
  return isStraight ? <path class="stroke" aria-hidden="true" d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`} /> : null;
}

/** The width of the gap between the two men of each lane. */
function Gaps({ geometry, view }: Props) {
  const { cols, rows } = geometry.board;
  const taken = view.pieces.map(({ at }) => geometry.index.get(at) ?? -1);
  const gaps = [];
  for (let row = 0; row < rows; row++) {
    const [a, b, ...more] = taken.filter((at) => Math.floor(at / cols) === row && at >= 0).sort((a, b) => a - b);
    if (a === undefined || b === undefined || more.length || b === a + 1) continue;
    const [[ax, y], [bx]] = [center(geometry, a), center(geometry, b)];
    gaps.push(
      <text class="number" aria-hidden="true" x={(ax + bx) / 2} y={y + 7}>
        {b - a - 1}
      </text>,
    );
  }
  return <>{gaps}</>;
}
