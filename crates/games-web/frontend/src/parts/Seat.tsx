// Who plays a side: a person, or a player with a friendly name whose text can be edited.

import { useSignal } from "@preact/signals";

import type { Card, Counter } from "../api/types";
import { info } from "../state/catalog";
import { capital } from "../state/words";

interface Props {
  name: string;
  card: Card;
  player: string;
  isTurn: boolean;
  counters: readonly Counter[];
  status: string;
  onChange: (player: string) => void;
}

export const HUMAN = "human";
const OWN = "own";

export function Seat({ name, card, player, isTurn, counters, status, onChange }: Props) {
  const presets = presetsFor(card);
  const isPreset = player === HUMAN || presets.some((preset) => preset.player === player);
  const isEdited = useSignal(!isPreset);
  const text = useSignal(player);
  const id = `seat-${name}`.replaceAll(" ", "-");
  return (
    <div class={`seat${isTurn ? " turn" : ""}`}>
      <label class="name" for={id}>
        {capital(name)}
      </label>
      <select
        id={id}
        value={isPreset && !isEdited.value ? player : OWN}
        onChange={(event) => {
          const { value } = event.currentTarget;
          isEdited.value = value === OWN;
          text.value = value === OWN ? player : value;
          if (value !== OWN) onChange(value);
        }}
      >
        <option value={HUMAN}>Human</option>
        {presets.map((preset) => (
          <option value={preset.player}>{preset.name}</option>
        ))}
        <option value={OWN}>Another player ...</option>
      </select>
      <span class="counters">
        {counters.map(({ label, value }) => (
          <span title={label}>{[unnamed(label, name), value].filter(Boolean).join(" ")}</span>
        ))}
      </span>
      {isEdited.value ? (
        <form
          class="who bar"
          onSubmit={(event) => {
            event.preventDefault();
            onChange(text.value.trim() || HUMAN);
          }}
        >
          <input aria-label={`Player of ${name}`} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} />
          <button type="submit">Set</button>
        </form>
      ) : (
        player !== HUMAN && (
          <span class="who">
            <code>{player}</code>
          </span>
        )
      )}
      {status && <span class="who">{status}</span>}
    </div>
  );
}

/** What is counted, without the side's name, which stands beside it. */
function unnamed(label: string, name: string): string {
  return label.toLowerCase().startsWith(name.toLowerCase()) ? label.slice(name.length).trim() : label;
}

export function presetsFor(card: Card) {
  return (info.value?.presets ?? []).filter((preset) => !preset.solved_only || card.solvable);
}
