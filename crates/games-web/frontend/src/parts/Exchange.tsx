// Games in and out: whatever is pasted or dropped, and copies in every form there is.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { Problem, apiWithToken, post } from "../api/client";
import type { Card, GamePage, Imported, Scene } from "../api/types";
import { write } from "../state/address";
import { games } from "../state/catalog";
import type { Game } from "../state/game";
import { href, visit } from "../state/route";
import { forward } from "../state/tree";
import { fromServer, toServer } from "../state/wire";
import { announce } from "./announce";

/** Longer addresses are cut by some who pass them on, so that there is a file as well. */
const LONG_ADDRESS = 8000;

interface Props {
  game: Game;
  card: Card;
  page: GamePage | undefined;
  scene: Scene | undefined;
}

export function Exchange({ game, card, page, scene }: Props) {
  const text = useSignal("");
  const problem = useSignal<string | undefined>(undefined);
  const found = useSignal<readonly Imported[]>([]);

  const take = (one: Imported) => {
    const root = fromServer(one.tree);
    const address = { rules: shortened(one), position: one.initial ? "" : one.position, root, path: forward(root, []), seats: [] };
    found.value = [];
    text.value = "";
    problem.value = one.left_out.length ? `Left out: ${one.left_out.join("; ")}` : undefined;
    announce(`Imported ${one.format} of ${one.name}, ${one.tree.nodes.length} moves`);
    if (one.game === card.id) void game.begin(address);
    else visit(href("analysis", one.game, write({ ...game.address(), ...address })));
  };
  const read = async (pasted: string) => {
    problem.value = undefined;
    found.value = [];
    try {
      const answer = await post<{ found: Imported[] }>("import", { text: pasted });
      const [only, ...others] = answer.found;
      if (only && others.length === 0) take(only);
      else found.value = answer.found;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem.value = error.help ? `${error.detail} (${error.help})` : error.detail;
      announce(problem.value);
    }
  };
  useEffect(() => takeAnywhere((given) => void given.then(read)), []);

  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read(text.value);
        }}
      >
        <label class="field">
          <span>Paste a game or a position, of any game and in any form, or drop it anywhere on this page</span>
          <textarea rows={4} name="import" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} />
        </label>
        <button type="submit">Import</button>
        <label class="field">
          <span>or from a file</span>
          <input
            type="file"
            name="file"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void file.text().then(read);
              // The same file may be opened again.
              event.currentTarget.value = "";
            }}
          />
        </label>
      </form>
      {problem.value && (
        <p class="error" role="alert" data-import-problem="">
          {problem.value}
        </p>
      )}
      {found.value.length > 0 && (
        <>
          <p>It can be read in {found.value.length} ways:</p>
          <div class="bar">
            {found.value.map((one) => (
              <button type="button" onClick={() => take(one)}>
                {one.name}, {one.format}, {one.tree.nodes.length} moves
              </button>
            ))}
          </div>
        </>
      )}
      <h3>Copy</h3>
      <div class="bar">
        <Copy what="Link" text={async () => new URL(`#${write({ ...game.address(), seats: [] })}`, location.href).href} />
        {["position", "moves", ...(page?.files ?? []), "text", "svg", "json"].map((format) => (
          <Copy key={format} what={NAMES[format] ?? format.toUpperCase()} text={() => exported(game, format)} />
        ))}
      </div>
      <div class="bar">
        <a class="button" href={picture(game, scene)} download={`${card.id}.svg`}>
          Save the picture
        </a>
        {write(game.address()).length > LONG_ADDRESS && (
          <button type="button" onClick={() => void exported(game, page?.files[0] ?? "json").then((content) => save(content, `${card.id}.${page?.files[0] ?? "json"}`))}>
            Save as a file
          </button>
        )}
      </div>
    </>
  );
}

/** Takes what is dropped or pasted anywhere but into a field, until what is returned is called. */
function takeAnywhere(take: (text: Promise<string>) => void): () => void {
  const drag = (event: DragEvent) => event.preventDefault();
  const given = (data: DataTransfer | null, event: Event) => {
    const [file] = data?.files ?? [];
    const text = data?.getData("text") ?? "";
    // A field takes text itself; of a file the browser would make a page.
    const isField = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    if (!file && (isField || !text)) return;
    event.preventDefault();
    take(file ? file.text() : Promise.resolve(text));
  };
  const drop = (event: DragEvent) => given(event.dataTransfer, event);
  const paste = (event: ClipboardEvent) => given(event.clipboardData, event);
  addEventListener("dragover", drag);
  addEventListener("drop", drop);
  addEventListener("paste", paste);
  return () => {
    removeEventListener("dragover", drag);
    removeEventListener("drop", drop);
    removeEventListener("paste", paste);
  };
}

const NAMES: Readonly<Record<string, string>> = { position: "Position", moves: "Moves", text: "Board as text", svg: "Board as SVG", json: "JSON" };

function Copy({ what, text }: { what: string; text: () => Promise<string> }) {
  const state = useSignal("");
  const copy = async () => {
    try {
      const copied = await text();
      await navigator.clipboard.writeText(copied);
      state.value = " ✓";
      announce(`${what} copied`);
    } catch (error) {
      state.value = error instanceof Problem ? `: ${error.detail}` : ": the browser does not let pages copy";
    }
  };
  return (
    <button type="button" onClick={() => void copy()} data-copy={what}>
      {what}
      {state.value}
    </button>
  );
}

async function exported(game: Game, format: string): Promise<string> {
  const { game: id, rules, position } = game.request() as Record<string, string | undefined>;
  const isOfNode = format === "position" || format === "text" || format === "svg" || format === "moves";
  const tree = isOfNode ? { comment: "", nodes: game.moves.value.map((move, i) => ({ parent: i ? i - 1 : null, move, comment: "" })) } : toServer(game.root.value);
  const body = { game: id, ...(rules && { rules }), ...(position && { position }), tree, format };
  return (await post<{ text: string }>("export", body)).text;
}

function picture(game: Game, scene: Scene | undefined): string {
  const query = new URLSearchParams({ game: game.id });
  if (game.rules.value) query.set("rules", game.rules.value);
  if (scene) query.set("position", scene.position);
  if (game.turned.value) query.set("turned", "true");
  return apiWithToken(`board.svg?${query}`);
}

function save(content: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The rules without what is usual, so that addresses stay short. */
function shortened(one: Imported): string {
  const rules = games.value.list?.find(({ id }) => id === one.game)?.rules ?? [];
  const usual = new Set(rules.map(({ key, default: value }) => `${key}=${value}`));
  return one.rules
    .split(",")
    .filter((pair) => !usual.has(pair))
    .join(",");
}
