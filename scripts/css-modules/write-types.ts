import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { allNames, readableNames } from "./scoping.ts";

// Writes type declarations of style sheets, so that a misspelt class name fails `npm run types`.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}.react-router/styles/`;

rmSync(folder, { recursive: true, force: true });
for (const [path, names] of Object.entries(allNames(root, readableNames(root)))) {
  const file = `${folder}${path}.d.ts`;
  mkdirSync(dirname(file), { recursive: true });
  const lines = Object.keys(names).map((name) => `export const ${name}: string;\n`);
  writeFileSync(file, lines.length === 0 ? "export {};\n" : lines.join(""));
}
