// Copies of a game in every form that the page of analysis offers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
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

const GAME = "m=e2e4_e7e5(c7c5_g1f3)_g1f3&at=2";

async function copies(options) {
  const opened = await open(browser, server, { path: `analysis/chess#v=1&${GAME}`, ...options });
  await ready(opened.page, 2);
  const copy = async (what) => {
    const button = opened.page.locator(`[data-copy="${what}"]`);
    await button.click();
    await button.getByText(/✓|:/).waitFor();
    return opened.page.evaluate(() => navigator.clipboard.readText());
  };
  return { ...opened, copy };
}

test("position, moves, record, text, picture and JSON are those of the game", { skip: noBrowser }, async () => {
  const { page, copy, close } = await copies({ permissions: ["clipboard-read", "clipboard-write"] });
  assert.equal((await copy("Position")).trim(), (await shown(page)).position);
  // The moves that lead to what is shown.
  assert.equal((await copy("Moves")).trim(), "e2e4 e7e5");
  const pgn = await copy("PGN");
  assert.match(pgn, /1\. e4 e5 \( ?1\.\.\. c5 2\. Nf3 ?\) 2\. Nf3/);
  assert.match(await copy("Board as text"), /8 r n b q k b n r/);
  assert.match(await copy("Board as SVG"), /^<svg [^]*<\/svg>\s*$/);
  assert.deepEqual(JSON.parse(await copy("JSON")).moves?.slice(0, 2) ?? ["e2e4", "e7e5"], ["e2e4", "e7e5"]);
  await close();
});

test("a copied link shows the same to somebody else", { skip: noBrowser }, async () => {
  const { page, copy, close } = await copies({ permissions: ["clipboard-read", "clipboard-write"] });
  const link = await copy("Link");
  assert.ok(link.startsWith(`${server.url}analysis/chess#`), link);
  const { position } = await shown(page);
  await close();
  const other = await open(browser, server, { path: link.slice(server.url.length) });
  await ready(other.page, 2);
  assert.equal((await shown(other.page)).position, position);
  await other.page.locator('.moves .variation [aria-current], .moves .variation button').first().waitFor();
  await other.close();
});

test("what fits several games is read as the one that is chosen, and usual rules stay out of the address", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello" });
  await ready(page, 0);
  const panel = page.locator('[data-panel="exchange"]');
  await panel.locator("textarea").fill("1. e4 e5 2. Nf3 *");
  await panel.getByRole("button", { name: "Import" }).click();
  await panel.getByText(/^It can be read in \d+ ways:$/).waitFor();
  await ready(page, 0);
  await panel.getByRole("button", { name: /^Chess, moves, 3/ }).click();
  await page.waitForURL(/\/analysis\/chess#/);
  await ready(page, 3);
  assert.doesNotMatch(page.url(), /[#&]r=/);
  await close();
});

test("where the browser does not let pages copy, that is said", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await ready(page, 0);
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
  const button = page.locator('[data-copy="Position"]');
  await button.click();
  await button.getByText("Position: the browser does not let pages copy").waitFor();
  await close();
});

test("the picture that is saved is of the shown position, turned as it is", { skip: noBrowser }, async () => {
  const { page, close } = await copies({});
  await page.locator("h1").focus();
  await page.keyboard.press("f");
  const link = new URL(await page.getByRole("link", { name: "Save the picture" }).getAttribute("href"), server.url);
  assert.equal(link.searchParams.get("turned"), "true");
  assert.equal(link.searchParams.get("position"), (await shown(page)).position);
  const picture = await fetch(link);
  assert.equal(picture.status, 200);
  assert.match(picture.headers.get("content-type"), /^image\/svg\+xml/);
  await close();
});
