// The one live region: what happened, for those who listen.

import { signal } from "@preact/signals";

export const said = signal("");

export function announce(text: string): void {
  // The same words again are news again.
  said.value = said.peek() === text ? `${text}\u00a0` : text;
}
