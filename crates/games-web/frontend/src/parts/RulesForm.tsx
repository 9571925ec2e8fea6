// The options of a game as a form, made from the list of games.

import { useSignal } from "@preact/signals";

import type { Card, Rule } from "../api/types";

interface Props {
  info: Card;
  rules: string;
  onChange: (rules: string) => void;
  /** What the button says. */
  does?: string;
}

export function RulesForm({ info, rules, onChange, does }: Props) {
  const given = useSignal(parse(rules));
  if (info.rules.length === 0) return <p class="help">This game has no options.</p>;
  const put = (key: string, value: string) => {
    given.value = { ...given.value, [key]: value };
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(written(info, given.value));
      }}
    >
      {info.rules.map((rule) => (
        <Option key={rule.key} rule={rule} value={given.value[rule.key] ?? rule.default} onInput={(value) => put(rule.key, value)} />
      ))}
      <button type="submit" class="primary">
        {does ?? "New game by these rules"}
      </button>
    </form>
  );
}

function Option({ rule, value, onInput }: { rule: Rule; value: string; onInput: (value: string) => void }) {
  const id = `rule-${rule.key}`;
  return (
    <div class="field">
      <label for={id}>
        <code>{rule.key}</code>: {rule.help}
      </label>
      {rule.kind === "choice" || rule.kind === "flag" ? (
        <select id={id} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          {rule.values.map((word) => (
            <option value={word}>{word}</option>
          ))}
        </select>
      ) : (
        <>
          <input id={id} value={value} onInput={(event) => onInput(event.currentTarget.value)} aria-describedby={`${id}-form`} spellcheck={false} />
          <span class="help" id={`${id}-form`}>
            {rule.values.join(", ")}
          </span>
        </>
      )}
    </div>
  );
}

function parse(rules: string): Record<string, string> {
  const pairs = rules.split(",").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]));
}

/** Only what is not the default, so that addresses stay short. */
function written(info: Card, given: Record<string, string>): string {
  const changed = info.rules.filter(({ key, default: usual }) => given[key] !== undefined && given[key] !== usual);
  return changed.map(({ key }) => `${key}=${given[key]}`).join(",");
}
