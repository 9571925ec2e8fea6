// Builds the pages into `dist`, or with `--tests` the tests of pure parts into `build/tests`.
//
// esbuild is all that is needed. Names carry a digest of the content, so that a browser may keep
// what it has for ever; the page itself is written last, with the names of what it loads.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const shared = { bundle: true, format: "esm", jsx: "automatic", jsxImportSource: "preact", logLevel: "warning" };

if (process.argv.includes("--tests")) {
  rmSync("build/tests", { recursive: true, force: true });
  const names = readdirSync("tests/unit").filter((name) => name.endsWith(".test.ts"));
  await build({ ...shared, entryPoints: names.map((name) => `tests/unit/${name}`), outdir: "build/tests", outExtension: { ".js": ".mjs" }, platform: "node" });
} else {
  const dist = process.argv[2] ?? "dist";
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(`${dist}/assets`, { recursive: true });
  const sprite = hashed(dist, "sprite", "svg", readFileSync("src/sprite/sprite.svg"));
  const { metafile } = await build({
    ...shared,
    entryPoints: { app: "src/main.tsx", style: "src/style/main.css" },
    entryNames: "assets/[name]-[hash]",
    chunkNames: "assets/[name]-[hash]",
    splitting: true,
    outdir: dist,
    minify: true,
    target: "es2022",
    metafile: true,
    legalComments: "none",
    define: { SPRITE: JSON.stringify(`/${sprite}`) },
  });
  const out = (entry) => Object.keys(metafile.outputs).find((name) => metafile.outputs[name].entryPoint === entry).slice(dist.length + 1);
  const page = readFileSync("src/index.html", "utf8")
    .replace("{app}", `/${out("src/main.tsx")}`)
    .replace("{style}", `/${out("src/style/main.css")}`)
    .replace("{sprite}", `/${sprite}`);
  writeFileSync(`${dist}/index.html`, page);
}

function hashed(dist, name, ext, content) {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const path = `assets/${name}-${digest}.${ext}`;
  writeFileSync(`${dist}/${path}`, content);
  return path;
}
