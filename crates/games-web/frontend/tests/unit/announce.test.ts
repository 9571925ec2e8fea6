import assert from "node:assert/strict";
import { test } from "node:test";

import { announce, said } from "../../src/parts/announce";

test("the same words again are another text, which is read out again", () => {
  const heard: string[] = [];
  const end = said.subscribe((text) => heard.push(text.trim()));
  for (const word of ["f5", "f5", "f5", "d6"]) announce(word);
  end();
  assert.deepEqual(heard, ["", "f5", "f5", "f5", "d6"]);
});
