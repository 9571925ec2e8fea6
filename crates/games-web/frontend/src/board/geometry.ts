// Where the cells of a board lie in its drawing. The measures are those of the picture writer of
// the program, so that a board looks the same in a file and on a page.

import type { Board } from "../api/types";

export const CELL = 60;
const LABELED = 28;
const BARE = 12;

export interface Geometry {
  readonly board: Board;
  readonly turned: boolean;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The index of a cell's name. */
  readonly index: ReadonlyMap<string, number>;
}

export function geometry(board: Board, turned: boolean): Geometry {
  const hasCols = board.col_labels.length > 0 && board.kind !== "line";
  const hasRows = board.row_labels.length > 0;
  // Column labels where counting starts; big boards have labels on all sides.
  const isBig = board.rows > 12 || board.cols > 12;
  const startsBelow = (board.rows > 1 && board.row_labels.at(-1) === "1") !== turned;
  const side = (isLabeled: boolean) => (isLabeled ? LABELED : BARE);
  const left = side(hasRows);
  const right = side(hasRows && isBig);
  const top = side(hasCols && (isBig || !startsBelow));
  const bottom = side(hasCols && (isBig || startsBelow));
  return {
    board,
    turned,
    left,
    top,
    right,
    bottom,
    width: left + board.cols * CELL + right,
    height: top + board.rows * CELL + bottom,
    index: new Map(board.cells.map((name, i) => [name, i])),
  };
}

/** The place in the drawing, from the upper left, of a cell; and the cell at a place. */
export function place(at: number, { board, turned }: Geometry): number {
  return turned ? board.cols * board.rows - 1 - at : at;
}

/** The upper left corner of a cell. */
export function corner(geometry: Geometry, at: number): readonly [number, number] {
  const p = place(at, geometry);
  const { cols } = geometry.board;
  return [geometry.left + (p % cols) * CELL, geometry.top + Math.floor(p / cols) * CELL];
}

export function center(geometry: Geometry, at: number): readonly [number, number] {
  const [x, y] = corner(geometry, at);
  return [x + CELL / 2, y + CELL / 2];
}

/** The cell at a point of the drawing. */
export function cellAt(geometry: Geometry, x: number, y: number): number | undefined {
  const { cols, rows } = geometry.board;
  const col = Math.floor((x - geometry.left) / CELL);
  const row = Math.floor((y - geometry.top) / CELL);
  return col >= 0 && col < cols && row >= 0 && row < rows ? place(row * cols + col, geometry) : undefined;
}

/** The cell that an arrow key leads to; on boards that wrap it comes in on the other side. */
export function neighbor(geometry: Geometry, at: number, dx: number, dy: number): number {
  const { cols, rows, wrap } = geometry.board;
  const p = place(at, geometry);
  let [col, row] = [(p % cols) + dx, Math.floor(p / cols) + dy];
  if (wrap) [col, row] = [(col + cols) % cols, (row + rows) % rows];
  if (col < 0 || col >= cols || row < 0 || row >= rows) return at;
  return place(row * cols + col, geometry);
}

/** The first or last cell of a cell's row as it is drawn. */
export function rowEnd(geometry: Geometry, at: number, isLast: boolean): number {
  const { cols } = geometry.board;
  const start = Math.floor(place(at, geometry) / cols) * cols;
  return place(isLast ? start + cols - 1 : start, geometry);
}
