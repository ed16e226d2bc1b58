import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type Parsed } from "./parse.ts";

/** A text file of the project. */
export type SourceFile = {
  /** Path from the root, with "/". */
  readonly path: string;
  readonly text: string;
  /** Whether it is TypeScript or JavaScript. */
  readonly isCode: boolean;
  readonly isTest: boolean;
  /** Syntax tree and imports; parsed on first access. */
  readonly parsed: Parsed;
};
export type Project = {
  readonly files: readonly SourceFile[];
  readonly code: readonly SourceFile[];
  find(path: string): SourceFile | undefined;
};
/** A violation found by a check. */
export type Finding = { readonly path: string; readonly line: number; readonly message: string };
export type ProjectCheck = {
  readonly name: string;
  /** Rule in one line. */
  readonly holds: string;
  run(project: Project): Finding[];
};

const CODE = /\.(ts|tsx|mts|js|mjs)$/;
const TEXT =
  /\.(ts|tsx|mts|js|mjs|css|sql|json|md|html|yml|yaml|txt|example)$|^(LICENSE|NOTICE|\.npmrc|\.gitignore|\.ci\/run)$/;
/** Generated or downloaded folders, which are not part of the project. */
const NOT_OURS = new Set([
  "node_modules",
  "build",
  "data",
  "coverage",
  ".git",
  ".react-router",
  ".vitest-attachments",
  "__screenshots__",
]);

const sourceFile = (path: string, text: string): SourceFile => {
  let parsed: Parsed | null = null;
  return {
    path,
    text,
    isCode: CODE.test(path) && !/\.d\.m?ts$/.test(path),
    isTest: /\.test\.tsx?$/.test(path),
    get parsed() {
      return (parsed ??= parse(path, text));
    },
  };
};

/** Creates a project from texts by path, for the tests of checks. */
export function projectFromTexts(texts: Readonly<Record<string, string>>): Project {
  const files = Object.entries(texts).map(([path, text]) => sourceFile(path, text));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { files, code: files.filter((file) => file.isCode), find: (path) => byPath.get(path) };
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      // Nested folders named "data" belong to the product.
      if (!NOT_OURS.has(entry.name) || (entry.name === "data" && folder !== "")) yield* walk(root, path);
    } else if (TEXT.test(path)) yield path;
  }
}
/** Reads all text files of the project. */
export function readProject(root: string): Project {
  const paths = [...walk(root, "")].sort();
  return projectFromTexts(
    Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")])),
  );
}
