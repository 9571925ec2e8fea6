// How the user likes the pages; kept in this browser.

import { useRef } from "preact/hooks";

import { type Settings as Values, set, settings } from "../state/settings";

const FLAGS: readonly (readonly [keyof Values, string])[] = [
  ["showLegal", "Mark where a picked piece can go"],
  ["playPasses", "Play forced passes by itself"],
  ["queueMove", "Let me choose a move while an engine thinks"],
  ["turnBoard", "Two people at one screen: turn the board to whoever moves"],
  ["keys", "Single keys do things (the list is behind ?)"],
];

export function Settings() {
  const dialog = useRef<HTMLDialogElement>(null);
  const values = settings.value;
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Settings
      </button>
      <dialog ref={dialog} aria-labelledby="settings-title">
        <h2 id="settings-title">Settings</h2>
        {FLAGS.map(([key, words]) => (
          <label class="check-row">
            <input type="checkbox" checked={Boolean(values[key])} onChange={(event) => set({ [key]: event.currentTarget.checked })} />
            <span>{words}</span>
          </label>
        ))}
        <label class="field">
          <span>Aim at a square first, confirm with a second tap</span>
          <select value={values.confirm} onChange={(event) => set({ confirm: event.currentTarget.value as never })}>
            <option value="small">where squares are small</option>
            <option value="always">always</option>
            <option value="never">never</option>
          </select>
        </label>
        <div class="bar">
          <button type="button" class="primary" onClick={() => dialog.current?.close()}>
            Done
          </button>
        </div>
      </dialog>
    </>
  );
}
