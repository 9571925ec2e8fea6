// Buttons that step through the game, and turn the board.

import type { Game } from "../state/game";
import * as tree from "../state/tree";

export function Steps({ game, onTurn }: { game: Game; onTurn?: (() => void) | undefined }) {
  const isAtStart = game.path.value.length === 0;
  const isAtEnd = game.node.value.children.length === 0;
  const ahead = (plies?: number) => tree.forward(game.root.value, game.path.value, plies);
  return (
    <>
      <button type="button" aria-label="To the start" disabled={isAtStart} onClick={() => void game.go([])}>
        «
      </button>
      <button type="button" aria-label="Back" disabled={isAtStart} onClick={() => void game.go(game.path.value.slice(0, -1))}>
        ‹
      </button>
      <button type="button" aria-label="Forward" disabled={isAtEnd} onClick={() => void game.go(ahead(1))}>
        ›
      </button>
      <button type="button" aria-label="To the end" disabled={isAtEnd} onClick={() => void game.go(ahead())}>
        »
      </button>
      {onTurn && (
        <button type="button" onClick={onTurn}>
          Turn
        </button>
      )}
    </>
  );
}
