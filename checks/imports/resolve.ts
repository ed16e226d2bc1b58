import { posix } from "node:path";
import type { Project, SourceFile } from "../project.ts";

/** What an import leads to. */
export type Target =
  | { kind: "file"; path: string }
  /** A package by name, or a module of Node's own ("node:fs"). */
  | { kind: "package"; name: string }
  /** Made by a tool when it runs, for example React Router's route types. */
  | { kind: "generated" };

const packageName = (specifier: string): string => {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
};

/** Resolves a specifier as Node, TypeScript and Vite all do here: paths with extension, `#contract/*`, packages. */
export function resolve(importer: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#contract/")) return { kind: "file", path: bare.slice(1) };
  if (bare.includes("/+types/") || bare.startsWith("virtual:")) return { kind: "generated" };
  if (bare.startsWith(".")) {
    const path = posix.normalize(posix.join(posix.dirname(importer), bare));
    return { kind: "file", path: path.replace(/\/$/, "") };
  }
  if (bare.startsWith("node:") || bare === "vite/client") return { kind: "package", name: bare };
  return { kind: "package", name: packageName(bare) };
}

/** The project's files that a file refers to. */
export function filesImportedBy(project: Project, file: SourceFile): string[] {
  return file.parsed.imports.flatMap(({ specifier }) => {
    if (specifier === null) return [];
    const target = resolve(file.path, specifier);
    return target.kind === "file" && project.find(target.path) ? [target.path] : [];
  });
}
