// Panels beside the board; on a phone they are tabs below it, one at a time.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly content: ComponentChildren;
}

export function Tabs({ panels }: { panels: readonly Panel[] }) {
  const [chosen, setShown] = useState(panels[0]?.id);
  // A panel may go while it is shown.
  const shown = panels.some(({ id }) => id === chosen) ? chosen : panels[0]?.id;
  const step = (event: KeyboardEvent, at: number) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const next = panels[(at + by + panels.length) % panels.length];
    setShown(next?.id);
    document.getElementById(`tab-${next?.id}`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="tabbed" data-tab={shown}>
      <div class="tabs" role="tablist" aria-label="Panels">
        {panels.map(({ id, title }, at) => (
          <button type="button" role="tab" id={`tab-${id}`} aria-selected={id === shown} aria-controls={`panel-${id}`} tabIndex={id === shown ? 0 : -1} onClick={() => setShown(id)} onKeyDown={(event) => step(event, at)}>
            {title}
          </button>
        ))}
      </div>
      {panels.map(({ id, title, content }) => (
        <section id={`panel-${id}`} class={`panel${id === shown ? " shown" : ""}`} data-panel={id} aria-label={title}>
          <h2>{title}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
