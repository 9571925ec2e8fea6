// A server for others asks for its token: the address that it prints brings it along, also to the
// next page and over the socket.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => {
  if (noBrowser) return;
  [browser, server] = await Promise.all([launch(), serve({ args: ["serve", "--token", "secret-token"] })]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the address with the token opens all pages, and searches", { skip: noBrowser }, async () => {
  const { search } = new URL(server.url);
  assert.match(search, /token=secret-token/);
  const { page, close } = await open(browser, { url: server.url.replace(/\?.*/, "") }, { path: search });
  await page.getByRole("link", { name: "Analyse Othello" }).click();
  await ready(page, 0);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  await close();
});

test("without the token the page says what is missing", { skip: noBrowser }, async () => {
  const { page, context } = await open(browser, { url: server.url.replace(/\?.*/, "") });
  await page.locator("[data-fault]").getByText("open the address that the server printed").waitFor();
  await context.close();
});
