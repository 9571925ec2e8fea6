// What of a board never changes: ground, lines, dots, labels.

import { memo } from "../parts/memo";
import { CELL, center, corner, type Geometry } from "./geometry";

export const Base = memo(({ geometry }: { geometry: Geometry }) => (
  <g aria-hidden="true">
    <rect class="frame" width={geometry.width} height={geometry.height} rx="8" />
    <Labels geometry={geometry} />
    <Ground geometry={geometry} />
    <Dots geometry={geometry} />
    {geometry.board.kind === "line" && <Numbers geometry={geometry} />}
    {geometry.board.wrap && <Wrap geometry={geometry} />}
  </g>
));

function Labels({ geometry: g }: { geometry: Geometry }) {
  const { board, turned } = g;
  const inOrder = (labels: string[]) => (turned ? labels.toReversed() : labels);
  const middle = CELL / 2;
  return (
    <>
      {g.board.kind !== "line" &&
        inOrder(board.col_labels).map((text, i) => {
          const x = g.left + i * CELL + middle;
          return (
            <>
              {g.top > 12 && <Label x={x} y={19} text={text} />}
              {g.bottom > 12 && <Label x={x} y={g.height - 9} text={text} />}
            </>
          );
        })}
      {inOrder(board.row_labels).map((text, i) => {
        const y = g.top + i * CELL + middle + 5;
        return (
          <>
            <Label x={14} y={y} text={text} />
            {g.right > 12 && <Label x={g.width - 14} y={y} text={text} />}
          </>
        );
      })}
    </>
  );
}

const Label = ({ x, y, text }: { x: number; y: number; text: string }) => (
  <text class="label" x={x} y={y}>
    {text}
  </text>
);

function Ground({ geometry: g }: { geometry: Geometry }) {
  const { kind, cols, rows, shade } = g.board;
  const isChecker = kind === "squares" && shade === "checker";
  const ground = kind === "points" ? "wood" : isChecker ? "light" : shade === "felt" ? "felt" : "plain";
  return (
    <>
      <rect class={ground} x={g.left} y={g.top} width={cols * CELL} height={rows * CELL} />
      {isChecker ? <path class="dark" d={darkSquares(g)} /> : <path class="grid" d={lines(g)} />}
    </>
  );
}

function darkSquares(g: Geometry): string {
  const { cols, rows } = g.board;
  let path = "";
  for (let at = 0; at < rows * cols; at++) {
    const [row, col] = [Math.floor(at / cols), at % cols];
    const [x, y] = corner(g, at);
    if ((rows - 1 - row + col) % 2 === 0) path += `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
  }
  return path;
}

function lines(g: Geometry): string {
  const { kind, cols, rows } = g.board;
  const [w, h] = [cols * CELL, rows * CELL];
  const half = CELL / 2;
  let path = "";
  if (kind === "points") {
    for (let row = 0; row < rows; row++) path += `M${g.left + half} ${g.top + row * CELL + half}h${w - CELL}`;
    for (let col = 0; col < cols; col++) path += `M${g.left + col * CELL + half} ${g.top + half}v${h - CELL}`;
    return path;
  }
  for (let row = 0; row <= rows; row++) path += `M${g.left} ${g.top + row * CELL}h${w}`;
  if (kind !== "rows") {
    for (let col = 0; col <= cols; col++) path += `M${g.left + col * CELL} ${g.top}v${h}`;
    return path;
  }
  // Lanes are not crossed.
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col <= cols; col++) path += `M${g.left + col * CELL} ${g.top + row * CELL + 22}v16`;
  }
  return path;
}

function Dots({ geometry: g }: { geometry: Geometry }) {
  return (
    <>
      {g.board.dots.map((name) => {
        const at = g.index.get(name);
        if (at === undefined) return null;
        // Star points lie on crossings, those of square boards on corners of cells.
        const [x, y] = g.board.kind === "points" ? center(g, at) : shifted(corner(g, at), g.turned ? CELL : 0);
        return <circle class="dot" cx={x} cy={y} r="5" />;
      })}
    </>
  );
}

const shifted = ([x, y]: readonly [number, number], by: number) => [x + by, y + by] as const;

function Numbers({ geometry: g }: { geometry: Geometry }) {
  return (
    <>
      {g.board.cells.map((name, at) => {
        const [x, y] = center(g, at);
        return (
          <text class="number" x={x} y={y + 7}>
            {name}
          </text>
        );
      })}
    </>
  );
}

/** Arrows on the four edges: one may leave the board here and enter opposite. */
function Wrap({ geometry: g }: { geometry: Geometry }) {
  const [w, h] = [g.board.cols * CELL, g.board.rows * CELL];
  const [x, y] = [g.left + w / 2, g.top + h / 2];
  const [r, b] = [g.left + w, g.top + h];
  const path = `M${g.left} ${y - 7}l-7 7 7 7zM${r} ${y - 7}l7 7-7 7zM${x - 7} ${g.top}l7-7 7 7zM${x - 7} ${b}l7 7 7-7z`;
  return <path class="wrap" d={path} />;
}
