// What axe finds on a page.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Fails unless axe finds nothing: WCAG 2.2 AA and best practice. The page has to be one that bypasses
 * the content security policy. */
export async function check(page) {
  // Trusted types let no script in by its text; the page of the driver is not bound by them.
  await page.addScriptTag({ path: axe }).catch(() => undefined);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 150)} ${failureSummary}`).join("; ")}`),
    [],
  );
}
