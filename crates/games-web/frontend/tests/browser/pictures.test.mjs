// What boards look like: every game's start and positions that are hard to draw, light and dark, as
// pictures that people have looked at. `GAMES_BLESS=1` takes them anew.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
import { ask, serve } from "./server.mjs";

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

/** So large that every mark can be told, and no larger. */
const VIEWPORT = { width: 280, height: 640 };
/** Edges are softened a little differently by versions of a browser. */
const SLACK = 64;
/** The part of a picture that may differ by more. */
const MOST = 0.001;

const starts = noBrowser ? [] : ask("list").games.map(({ id }) => ({ name: id, path: id }));
const HARD = [
  // A queen on a pawn of the other side.
  { name: "skak-stack", path: "skak#m=f2g2_g6g5_d2c4_f6f5_e3e4_f7h7_e1d2_d6d3&at=8" },
  { name: "go-stones", path: "go#m=E5_D5_E6_D6_F5_E4&at=6" },
  { name: "go-25", path: "go#r=size=25" },
  { name: "girl-chess-16", path: "girl-chess#r=size=16x16&p=g15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/FSETBKRGGRKBTESF_w" },
  { name: "surround-wormholes", path: "surround#r=wormholes=true" },
  { name: "northcott-long", path: "northcott#r=cols=20" },
  { name: "chess-check", path: "chess#m=f2f3_e7e5_g2g4_d8h4&at=4" },
  { name: "atomic-explosion", path: "atomic#m=e2e4_d7d5_e4d5&at=3" },
];

const fileOf = (name, colorScheme) => new URL(`snapshots/pictures/${name}-${colorScheme}.png`, import.meta.url);

/** The part of two pictures that differs; all of it where they have not the same size. */
async function difference(one, other) {
  const page = await browser.newPage();
  const part = await page.evaluate(
    async ([pngs, slack]) => {
      const pixels = async (png) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        canvas.drawImage(bitmap, 0, 0);
        return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [a, b] = await Promise.all(pngs.map(pixels));
      if (a.width !== b.width || a.height !== b.height) return 1;
      const differs = (_, at) => [0, 1, 2].some((channel) => Math.abs(a.data[4 * at + channel] - b.data[4 * at + channel]) > slack);
      return Array.from({ length: a.width * a.height }).filter(differs).length / (a.width * a.height);
    },
    [[one, other].map((png) => png.toString("base64")), SLACK],
  );
  await page.close();
  return part;
}

/** Whether the drawings of pieces have come, if there are any. */
function isDrawn() {
  const sprite = performance.getEntriesByType("resource").find(({ name }) => /sprite/.test(name));
  return document.querySelector(".board use") === null || sprite?.responseEnd > 0;
}

for (const { name, path } of [...starts, ...HARD]) {
  test(`${name}: the board looks as it did`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { path: `analysis/${path}`, viewport: VIEWPORT, reducedMotion: "reduce" });
    // Values would come sooner or later.
    await page.getByRole("combobox", { name: "On the board" }).selectOption("none");
    await ready(page);
    await page.waitForFunction(isDrawn);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const picture = await page.locator(".board > svg").screenshot();
      const file = fileOf(name, colorScheme);
      if (process.env.GAMES_BLESS) {
        mkdirSync(new URL(".", file), { recursive: true });
        writeFileSync(file, picture);
      }
      assert.ok(existsSync(file), `there is no ${file.pathname}; GAMES_BLESS=1 takes it`);
      const part = await difference(picture, readFileSync(file));
      if (part > MOST) {
        const now = new URL(`../../build/pictures/${name}-${colorScheme}.png`, import.meta.url);
        mkdirSync(new URL(".", now), { recursive: true });
        writeFileSync(now, picture);
        assert.fail(`${(100 * part).toFixed(2)} % of the picture are others, ${colorScheme}; what there is now lies in build/pictures`);
      }
    }
    await close();
  });
}
