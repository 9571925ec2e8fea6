// The board: draws what the server describes and turns mouse, touch and keys into moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Board as Description, Move, Side, View } from "../api/types";
import { Aim } from "./Aim";
import { Base } from "./Base";
import { Cells } from "./Cells";
import { Chooser } from "./Chooser";
import { type Drawn, follow } from "./difference";
import { cellAt, geometry as geometryOf, type Geometry } from "./geometry";
import { MarksAbove, MarksBelow } from "./Marks";
import { badges as badgesOf, type Worth } from "./badges";
import { type Arrow, Arrows, Badges, Hints } from "./Overlay";
import { type Outcome, type Picked, live, pick } from "./picking";
import { type Drag, Pieces } from "./Pieces";

export interface BoardProps {
  readonly board: Description;
  readonly view: View;
  readonly legal: readonly Move[];
  /** What names the position: with another one, what was picked is forgotten. */
  readonly position: string;
  readonly turned: boolean;
  /** Plays a move; none on boards to look at. */
  readonly onMove?: ((move: Move) => void) | undefined;
  readonly picked?: Picked;
  readonly onPicked?: (picked: Picked) => void;
  readonly worth?: ReadonlyMap<string, Worth>;
  readonly mostBadges?: number;
  readonly arrows?: readonly Arrow[];
  readonly showLegal?: boolean;
  /** Whether mouse, fingers and keys draw arrows and circles. */
  readonly pen?: boolean;
  /** On boards to look at: a cell, and those that are reached from it. */
  readonly reach?: { readonly at: string; readonly to: readonly string[] } | undefined;
  readonly confirm?: "never" | "small" | "always";
  readonly sideNames: readonly string[];
  readonly label: string;
  /** What a move would lead to, of which a question shows the piece. */
  readonly foresee?: Foresee | undefined;
  /** A cell was clicked that is to be filled, and not moved to. */
  readonly onCell?: ((cell: string) => void) | undefined;
}

export type Foresee = (text: string) => Promise<{ view: View } | undefined>;

const NOTHING: ReadonlyMap<string, Worth> = new Map();
const NO_ARROWS: readonly Arrow[] = [];
const NO_CELLS: ReadonlySet<string> = new Set();
/** A cell smaller than this, in pixels of the page, is aimed at first. */
const SMALL = 24;
/** A finger or mouse that moved further is dragging. */
const SLACK = 6;

export function Board(props: BoardProps) {
  const { board, view, legal, turned, onMove } = props;
  const geometry = useMemo(() => geometryOf(board, turned), [board, turned]);
  const pieces = usePieces(view);
  const [ownPicked, setOwnPicked] = useState<Picked>([]);
  const picked = props.picked ?? ownPicked;
  const setPicked = (next: Picked) => (props.onPicked ?? setOwnPicked)(next);
  const [choice, setChoice] = useState<Extract<Outcome, { kind: "choose" }>>();
  const [aim, setAim] = useState<string>();
  const [drag, setDrag] = useState<Drag>();
  const [own, setOwn] = useState<readonly Arrow[]>([]);
  const [penAt, setPenAt] = useState<string>();
  const svg = useRef<SVGSVGElement>(null);
  const press = useRef<{ id: number; cell: string; x: number; y: number; draws: boolean; holds: boolean }>(null);

  // Before anybody can pick anything on the new position, which would be forgotten with the rest; and
  // not where the server only tells the same position again.
  useLayoutEffect(() => {
    setPicked([]);
    setChoice(undefined);
    setAim(undefined);
    setDrag(undefined);
    setOwn([]);
    setPenAt(undefined);
    press.current = null;
  }, [props.position, board.cells.length]);
  useEffect(() => setPenAt(undefined), [props.pen]);

  const isActive = onMove !== undefined && legal.length > 0;
  const cells = useMemo(() => new Set(isActive ? live(legal, picked).keys() : []), [legal, picked, isActive]);
  const first = useMemo(() => new Set(isActive ? live(legal, []).keys() : []), [legal, isActive]);
  const occupied = useMemo(() => new Set(view.pieces.map(({ at }) => at)), [view]);
  const badges = useMemo(() => badgesOf(legal, picked, props.worth ?? NOTHING, props.mostBadges), [legal, picked, props.worth, props.mostBadges]);

  const hints = useMemo(() => {
    if (props.reach) return new Set(props.reach.to);
    if (props.showLegal === false || badges.size > 0) return NO_CELLS;
    if (picked.length > 0 || board.kind === "line") return cells;
    // Empty cells only, and not where nearly all of them are to be had.
    const empty = [...cells].filter((cell) => !occupied.has(cell));
    return empty.length * 3 <= board.cells.length ? new Set(empty) : NO_CELLS;
  }, [props.showLegal, props.reach, badges, picked, cells, occupied, board]);

  const act = (outcome: Outcome) => {
    setChoice(undefined);
    setAim(undefined);
    if (outcome.kind === "play") {
      setPicked([]);
      onMove?.(legal[outcome.move] as Move);
    } else if (outcome.kind === "choose") {
      setPicked(outcome.picked);
      setChoice(outcome);
    } else setPicked(outcome.picked);
  };

  /** Without dragging: a circle, of which a second cell makes an arrow. */
  const draw = (cell: string) => {
    const [from, circle] = [penAt, { from: penAt ?? cell, to: penAt ?? cell }];
    const arrow = from === undefined || from === cell ? [] : [{ from, to: cell }];
    setOwn([circle, ...arrow].reduce(toggle, own));
    setPenAt(from === undefined ? cell : undefined);
  };

  const choose = (cell: string) => {
    if (props.pen) draw(cell);
    else if (props.onCell) props.onCell(cell);
    else if (isActive) act(pick(legal, picked, cell));
  };

  /** As `choose`, but a cell that is hard to hit is aimed at first. */
  const tap = (cell: string, isTouch: boolean) => {
    const scale = (svg.current?.getBoundingClientRect().width ?? geometry.width) / geometry.width;
    const isSmall = scale * 60 < SMALL && isTouch;
    const asks = props.confirm === "always" || (isSmall && props.confirm !== "never");
    if (!asks || !isActive || !cells.has(cell) || aim === cell) choose(cell);
    else setAim(cell);
  };

  const cellOf = (event: PointerEvent): string | undefined => {
    const at = cellAtEvent(svg.current, geometry, event);
    return at === undefined ? undefined : board.cells[at];
  };

  const down = (event: PointerEvent) => {
    const cell = cellOf(event);
    if (!cell || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    press.current = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, draws: event.button === 2 || props.pen === true, holds: isActive && first.has(cell) && occupied.has(cell) };
    if (props.pen || cells.has(cell) || first.has(cell)) svg.current?.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    const from = press.current;
    if (!from || from.id !== event.pointerId || from.draws || !isActive) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!drag && (Math.hypot(dx, dy) < SLACK || !from.holds)) return;
    const scale = geometry.width / (svg.current?.getBoundingClientRect().width || geometry.width);
    if (!drag) setPicked(live(legal, [from.cell]).size ? [from.cell] : []);
    setDrag({ at: from.cell, dx: dx * scale, dy: dy * scale });
  };

  const up = (event: PointerEvent) => {
    const from = press.current;
    if (!from || from.id !== event.pointerId) return;
    press.current = null;
    const cell = cellOf(event);
    if (from.draws) {
      if (cell === from.cell && event.button === 0) draw(cell);
      else if (cell) setOwn(toggle(own, { from: from.cell, to: cell }));
      return;
    }
    if (drag) {
      setDrag(undefined);
      if (cell === from.cell) return;
      // A drop where nothing can be picked goes home.
      if (cell && live(legal, [from.cell]).has(cell)) act(pick(legal, [from.cell], cell));
      else setPicked([]);
    } else if (cell === from.cell) tap(cell, event.pointerType !== "mouse");
  };

  /** A finger that drags a piece, or draws, does not scroll the page; Chromium does not ask the cells
   * of a picture for their `touch-action`. */
  const hold = (event: TouchEvent) => {
    if (event.cancelable && (press.current?.holds || press.current?.draws)) event.preventDefault();
  };

  const cancel = (event: PointerEvent) => {
    if (press.current?.id !== event.pointerId) return;
    press.current = null;
    setDrag(undefined);
  };

  const back = () => {
    if (choice) setChoice(undefined);
    else if (aim) setAim(undefined);
    else if (picked.length) setPicked(picked.slice(0, -1));
    else return false;
    return true;
  };

  return (
    <div class="board" data-kind={board.kind} style={{ "--ratio": geometry.width / geometry.height }}>
      <svg
        ref={svg}
        viewBox={`0 0 ${geometry.width} ${geometry.height}`}
        role="grid"
        aria-label={props.label}
        aria-rowcount={board.rows}
        aria-colcount={board.cols}
        class={props.pen ? "pen" : isActive || props.onCell ? "active" : ""}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onTouchMove={hold}
        onContextMenu={(event) => event.preventDefault()}
      >
        <g id={props.onMove ? "drawing" : undefined} class="drawing">
          <Base geometry={geometry} />
          <MarksBelow geometry={geometry} view={view} />
          <Hints geometry={geometry} cells={hints} picked={props.reach ? [props.reach.at] : picked} occupied={occupied} isRinged={board.kind === "line"} isLow={board.kind === "rows"} />
          <Pieces geometry={geometry} pieces={pieces} drag={drag} />
          <MarksAbove geometry={geometry} view={view} />
          <Badges geometry={geometry} badges={badges} occupied={occupied} />
          <Arrows geometry={geometry} arrows={props.arrows ?? NO_ARROWS} />
          <Arrows geometry={geometry} arrows={own} />
        </g>
        <Cells
          geometry={geometry}
          view={view}
          live={cells}
          movable={first}
          occupied={occupied}
          picked={picked}
          badges={badges}
          sideNames={props.sideNames as readonly [string, string]}
          onChoose={choose}
          onBack={back}
        />
      </svg>
      {aim && <Aim geometry={geometry} cell={aim} onPlay={() => choose(aim)} onCancel={() => setAim(undefined)} />}
      {choice && (
        <Chooser
          geometry={geometry}
          cell={choice.picked.at(-1) as string}
          moves={choice.moves.map((move) => legal[move] as Move)}
          goesOn={choice.goesOn}
          foresee={props.foresee}
          onMove={(move) => {
            setChoice(undefined);
            setPicked([]);
            onMove?.(move);
          }}
          onClose={(goesOn) => {
            setChoice(undefined);
            if (!goesOn) setPicked([]);
          }}
        />
      )}
    </div>
  );
}

function cellAtEvent(svg: SVGSVGElement | null, geometry: Geometry, event: PointerEvent): number | undefined {
  if (!svg) return undefined;
  const box = svg.getBoundingClientRect();
  const scale = geometry.width / box.width;
  return cellAt(geometry, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
}

function toggle(arrows: readonly Arrow[], arrow: Arrow): readonly Arrow[] {
  const others = arrows.filter(({ from, to }) => from !== arrow.from || to !== arrow.to);
  return others.length < arrows.length ? others : [...arrows, arrow];
}

/** The pieces of a view, each known again from the view before. */
function usePieces(view: View): readonly Drawn[] {
  const last = useRef<{ view?: View; drawn: Drawn[]; next: number }>({ drawn: [], next: 0 });
  const known = last.current;
  if (known.view !== view) {
    known.drawn = follow(known.drawn, view.pieces, () => known.next++, view.marks);
    known.view = view;
  }
  return known.drawn;
}

export function sideOf(names: readonly string[], side: Side): string {
  return names[side === "p1" ? 0 : 1] ?? side;
}
