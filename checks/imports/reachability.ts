import type { ProjectCheck, Finding, Project, SourceFile } from "../project.ts";
import { literal, walkTree } from "../parse.ts";
import { filesImportedBy, resolve } from "./resolve.ts";
import { FOR_TESTS } from "./zones.ts";

/** Files that a tool or a person starts; what their text literals name is started too. */
const STARTED = [
  /^server\/main\.ts$/,
  /^web\/(root|entry\.client|entry\.server)\.tsx$/,
  /^web\/routes\.ts$/,
  /^[^/]+\.config\.ts$/,
  /^checks\/run\.ts$/,
  // Served as they are.
  /^web\/public\//,
  /^simulator\/(hosts|lab\/client)\/[^/]+\.js$/,
  /^simulator\/bridge-test\/page\//,
  // A thread of its own.
  /^simulator\/sale-room\/crowd-worker\.ts$/,
  /^bench\/.+\.ts$/,
  /^scripts\/.+\.(ts|mjs)$/,
];
const NAMED_BY = /^(package\.json|\.ci\/run|[^/]+\.config\.ts|web\/routes\.ts|web\/pass\/.*\.html)$/;

/** Project files that a file names in text, for tools that take paths. */
function namedIn(project: Project, file: SourceFile): string[] {
  const texts: string[] = [];
  if (file.isCode)
    walkTree(file.parsed.program, (node) => {
      const text = literal(node);
      if (text !== null) texts.push(text);
    });
  else texts.push(...(file.text.match(/[\w./-]+\.(?:tsx?|m?js)\b/g) ?? []));
  return texts.flatMap((text) => {
    const beside = resolve(file.path, text.startsWith(".") ? text : `./${text}`);
    const candidates = [text.replace(/^\.?\//, ""), beside.kind === "file" ? beside.path : ""];
    return candidates.filter((path) => project.find(path)?.isCode);
  });
}
function reach(project: Project, roots: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = project.find(path);
    if (!file || reached.has(path)) continue;
    reached.add(path);
    if (file.isCode) queue.push(...filesImportedBy(project, file));
  }
  return reached;
}

export const reachability: ProjectCheck = {
  name: "reachability",
  holds: "every file is used by something that runs, not by its test alone",
  run(project) {
    const started = project.code.filter(
      ({ path, isTest }) => !isTest && STARTED.some((kind) => kind.test(path)),
    );
    const named = project.files
      .filter(({ path }) => NAMED_BY.test(path))
      .flatMap((file) => namedIn(project, file));
    const running = reach(project, [...started.map(({ path }) => path), ...named]);
    const tested = reach(
      project,
      project.code.filter(({ isTest }) => isTest).map(({ path }) => path),
    );
    return project.code.flatMap(({ path, isTest }): Finding[] => {
      if (
        isTest ||
        running.has(path) ||
        ((FOR_TESTS.test(path) || path.startsWith("e2e/")) && tested.has(path))
      )
        return [];
      const message = tested.has(path) ? "is used by tests alone" : "is used by nothing";
      return [{ path, line: 1, message }];
    });
  },
};
