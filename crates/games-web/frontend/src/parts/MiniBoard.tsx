// A small board that shows, and is not played on: a position, or a line that it replays.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Board as Description, View } from "../api/types";
import { Board } from "../board/Board";

interface Props {
  board: Description;
  views: readonly View[];
  label: string;
  sides: readonly [string, string];
  text?: string | undefined;
  /** A cell, and those that are reached from it. */
  reach?: { at: string; to: readonly string[] } | undefined;
}

/** How long a position of a replay stands. */
const PACE = 900;

export function MiniBoard({ board, views, label, sides, text, reach }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [ply, setPly] = useState(0);
  useEffect(() => {
    if (views.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isSeen = false;
    const watch = new IntersectionObserver(([entry]) => (isSeen = entry?.isIntersecting ?? false));
    if (box.current) watch.observe(box.current);
    const tick = setInterval(() => isSeen && !document.hidden && setPly((at) => (at + 1) % views.length), PACE);
    return () => {
      watch.disconnect();
      clearInterval(tick);
    };
  }, [views]);
  const view = views[Math.min(ply, views.length - 1)];
  if (!view) return null;
  return (
    <div ref={box} role="img" aria-label={label} class="mini" inert>
      {board.kind === "text" ? <pre class="text-board">{text}</pre> : <Board board={board} view={view} legal={NONE} position="still" turned={false} sideNames={sides} label={label} reach={reach} />}
    </div>
  );
}

const NONE: readonly never[] = [];
