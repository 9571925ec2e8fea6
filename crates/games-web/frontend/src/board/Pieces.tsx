// The pieces of a position. Each keeps its element while it is the same piece, so that the style
// sheet lets it slide, turn over, appear; whoever asks for less motion gets none.

import { memo } from "../parts/memo";
import palettes from "../sprite/palettes.json";
import type { Drawn } from "./difference";
import { CELL, center, corner, type Geometry } from "./geometry";

declare const SPRITE: string;

export interface Drag {
  readonly at: string;
  readonly dx: number;
  readonly dy: number;
}

export const Pieces = ({ geometry, pieces, drag }: { geometry: Geometry; pieces: readonly Drawn[]; drag: Drag | undefined }) => (
  <g class="pieces" aria-hidden="true">
    {pieces.map((piece) => {
      const at = geometry.index.get(piece.at);
      if (at === undefined) return null;
      const [x, y] = corner(geometry, at);
      // Only the top of a stack is lifted.
      const isLifted = drag?.at === piece.at && piece.height === piece.stack - 1;
      return (
        <PieceAt
          key={piece.id}
          x={isLifted ? x + drag.dx : x}
          y={isLifted ? y + drag.dy : y}
          isLifted={isLifted}
          glyph={piece.glyph}
          symbol={piece.symbol}
          side={piece.side}
          depth={piece.stack - 1 - piece.height}
          isAlone={piece.stack === 1}
          from={piece.from === undefined ? undefined : geometry.index.get(piece.from)}
          geometry={geometry}
        />
      );
    })}
  </g>
);

interface Look {
  glyph: string;
  symbol: string;
  side: string | null;
}

interface At extends Look {
  x: number;
  y: number;
  isLifted: boolean;
  /** How many stand above it. */
  depth: number;
  isAlone: boolean;
  /** The cell that a new piece came from. */
  from: number | undefined;
  geometry: Geometry;
}

const PieceAt = memo(({ x, y, isLifted, depth, isAlone, from, geometry, ...look }: At) => {
  const [size, shift] = scale(depth, isAlone);
  const place = `translate(${x + shift}px, ${y + shift}px)`;
  // Small at its source, from where it grows to its place.
  const [sourceX, sourceY] = from === undefined ? [x, y] : center(geometry, from);
  const source = from === undefined ? place : `translate(${sourceX}px, ${sourceY}px) scale(0.1)`;
  return (
    <g class={isLifted ? "piece lifted" : "piece"} style={{ transform: place, "--from": source }}>
      <Glyph {...look} size={size} />
    </g>
  );
});

/** In a stack each piece is smaller than the one above and looks out to the lower right. */
function scale(depth: number, isAlone: boolean): [number, number] {
  if (isAlone) return [CELL - 6, 3];
  if (depth === 0) return [CELL * 0.75, 0];
  const size = (CELL * 7) / (9 + Math.min(depth, 5));
  return [size, CELL - size];
}

/** The drawing of a piece; a token with its sign where none is known. */
export const Glyph = memo(({ glyph, symbol, side, size }: Look & { size: number }) => {
  const sides = (palettes as Record<string, string[]>)[glyph];
  const tone = side === null ? "no" : ((sides ?? ["lt", "dk"])[side === "p1" ? 0 : 1] ?? "no");
  if (sides) return <use href={`${SPRITE}#${glyph}`} class={tone} width={size} height={size} />;
  const half = size / 2;
  return (
    <g class={tone}>
      <circle cx={half} cy={half} r={size * 0.4} />
      <text class="token" x={half} y={half + size / 6} font-size={half}>
        {glyph.length > 1 ? glyph.slice(0, 2) : symbol}
      </text>
    </g>
  );
});
