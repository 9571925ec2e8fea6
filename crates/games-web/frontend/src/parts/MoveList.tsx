// The moves of a game with variations and comments; a click shows the position after a move.

import { useEffect, useMemo, useRef } from "preact/hooks";

import type { Game } from "../state/game";
import type { Node, Path } from "../state/tree";

interface Item {
  kind: "move";
  label: string;
  path: Path;
  number: string;
  comment: string;
}
interface Group {
  kind: "variation";
  items: Entry[];
}
type Entry = Item | Group;

/** With `pairs` a move of each side has one number, as in `1. e4 e5 2. Nf3`. */
export function MoveList({ game, pairs }: { game: Game; pairs: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const here = game.path.value.join(".");
  const startPly = game.scene.value ? game.scene.value.start_ply : 0;
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!list.current || !current) return;
    const [top, height] = [current.offsetTop - list.current.offsetTop, list.current.clientHeight];
    if (top < list.current.scrollTop || top > list.current.scrollTop + height - 30) list.current.scrollTop = top - height / 2;
  }, [here]);
  // A long game is laid out anew only when it changed, not with every word of a search.
  const entries = useMemo(() => layOut(game, game.root.value, startPly, pairs), [game.root.value, game.named.value, startPly]);
  return (
    <div class="moves" ref={list} role="group" aria-label="Moves of the game" data-moves={game.moves.value.length}>
      <button type="button" aria-current={here === "" ? "true" : undefined} onClick={() => void game.go([])}>
        Start
      </button>
      {game.root.value.comment && <span class="comment">{game.root.value.comment}</span>}
      <Entries entries={entries} here={here} game={game} />
    </div>
  );
}

function Entries({ entries, here, game }: { entries: readonly Entry[]; here: string; game: Game }) {
  return (
    <>
      {entries.map((entry) =>
        entry.kind === "variation" ? (
          <div class="variation">
            <Entries entries={entry.items} here={here} game={game} />
          </div>
        ) : (
          <>
            <span class="ply">
              {entry.number && (
                <>
                  <span class="number">{entry.number}</span>{" "}
                </>
              )}
              <button type="button" aria-current={entry.path.join(".") === here ? "true" : undefined} onClick={() => void game.go(entry.path)}>
                {entry.label}
              </button>
            </span>
            {entry.comment && <span class="comment">{entry.comment}</span>}
          </>
        ),
      )}
    </>
  );
}

/** The main line with each variation behind the move that it replaces; without recursion along it. */
function layOut(game: Game, root: Node, startPly: number, pairs: boolean): Entry[] {
  const line = (first: Node, path: Path, texts: readonly string[]): Entry[] => {
    const entries: Entry[] = [];
    let [node, at, moves] = [first, path, [...texts]] as [Node, Path, string[]];
    // What stands alone or behind a word or a variation says whose move it is.
    let isAnew = first === root || first.comment !== "";
    for (;;) {
      const [main, ...others] = node.children;
      if (!main) return entries;
      const ply = startPly + moves.length;
      const to = (i: number) => [...at, i];
      entries.push(item(main, to(0), [...moves, main.move], number(ply, isAnew)));
      others.forEach((other, i) => {
        const texts = [...moves, other.move];
        entries.push({ kind: "variation", items: [item(other, to(i + 1), texts, number(ply, true)), ...line(other, to(i + 1), texts)] });
      });
      isAnew = others.length > 0 || main.comment !== "";
      [node, at, moves] = [main, to(0), [...moves, main.move]];
    }
  };
  const number = (ply: number, isAnew: boolean): string => {
    if (!pairs) return `${ply + 1}.`;
    const pair = Math.floor(ply / 2) + 1;
    return ply % 2 === 0 ? `${pair}.` : isAnew ? `${pair}...` : "";
  };
  const item = (node: Node, path: Path, texts: readonly string[], number: string): Item => ({
    kind: "move",
    label: game.label(texts),
    path,
    number,
    comment: node.comment,
  });
  return line(root, [], []);
}
