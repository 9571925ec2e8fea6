// How soon something is seen of a page that was never visited, in milliseconds.

import { open } from "../browser/browser.mjs";
import { budget, instruments, shared } from "./measure.mjs";

const both = shared();
/** A slow processor and a slow link, as many phones have them. */
const SLOWER = 4;
const LINK = { offline: false, latency: 0, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

async function firstPaint(path, isSlow) {
  const { page, close } = await open(both.browser, both.server, { path: "api/v1/health" });
  const session = await instruments(page);
  if (isSlow) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", LINK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  await page.goto(both.server.url + path);
  const isPainted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const painted = await (await page.waitForFunction(isPainted)).jsonValue();
  await close();
  return painted;
}

for (const path of ["", "play/chess"]) {
  budget(`first paint of /${path}`, { quick: 300, slow: 1000 }, async () => ({ quick: await firstPaint(path, false), slow: await firstPaint(path, true) }));
}
