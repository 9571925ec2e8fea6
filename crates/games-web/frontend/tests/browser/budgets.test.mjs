// What a first visit may cost.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { launch, noBrowser, open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => {
  if (noBrowser) return;
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const assets = new URL("../../dist/assets/", import.meta.url);
const size = (fits) =>
  readdirSync(assets)
    .filter((name) => fits.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length, 0);

test("script, style and drawings stay within their bytes", () => {
  const [script, style, sprite] = [size(/^app.*\.js$/), size(/\.css$/), size(/^sprite/)];
  assert.ok(script <= 60_000, `script ${script}`);
  assert.ok(style <= 10_000, `style ${style}`);
  assert.ok(sprite <= 25_000, `sprite ${sprite}`);
  assert.ok(script + style + sprite <= 100_000);
});

for (const path of ["", "play/chess"]) {
  test(`the first visit to /${path} makes at most 6 requests beside the interface's`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(server.url + path);
    if (path) await ready(page, 0);
    else await page.locator("ul.cards[data-ready]").waitFor();
    const files = new Set(asked.filter((url) => url.startsWith("http") && !url.includes("/api/")).map((url) => url.replace(/#.*/, "")));
    assert.ok(files.size <= 6, [...files].join("\n"));
    await close();
  });
}
