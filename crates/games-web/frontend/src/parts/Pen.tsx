// The button that makes fingers, mouse and keys draw arrows and circles in place of moving.

import type { Signal } from "@preact/signals";

export function Pen({ isOn }: { isOn: Signal<boolean> }) {
  return (
    <button type="button" aria-pressed={isOn.value} title="Draw on the board: drag an arrow, or click a square for a circle and a second one for an arrow" onClick={() => (isOn.value = !isOn.value)}>
      Pen
    </button>
  );
}
