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
  const licenses = hashed(dist, "licenses", "txt", notices());
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
    define: { SPRITE: JSON.stringify(`/${sprite}`), LICENSES: JSON.stringify(`/${licenses}`) },
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

/** The licenses of all packages that are in what is built. */
function notices() {
  const about = (folder) => JSON.parse(readFileSync(`node_modules/${folder}/package.json`, "utf8"));
  const needed = (name) => [name, ...Object.keys(about(name).dependencies ?? {}).flatMap(needed)];
  const names = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies).flatMap(needed);
  const license = (name) => readdirSync(`node_modules/${name}`).find((file) => /^licen[cs]e/i.test(file));
  const notice = (name) => `${name} ${about(name).version}\n\n${license(name) ? readFileSync(`node_modules/${name}/${license(name)}`, "utf8").trim() : about(name).license}\n`;
  return [...new Set(names)].toSorted().map(notice).join("\n\n");
}
