// Makes page.js and page.css of the source: the same bytes on every machine.
import { build } from "esbuild";

const out = process.argv[2] ?? "out";
await build({
  entryPoints: ["main.tsx", "page.css"].map((each) => ({ in: each, out: "page" })),
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
