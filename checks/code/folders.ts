import type { Finding, ProjectCheck } from "../project.ts";
import { FOR_TESTS } from "../imports/zones.ts";

/** Product files in one folder. */
const MAX_FILES = 25;
const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");

/** Folders of web/ and e2e/ that are no feature, each with the reason. */
const NO_FEATURE: Readonly<Record<string, string>> = {
  "web/app": "composes features",
  "web/platform": "the browser behind functions",
  "web/mall": "lists campaigns; the mall has no calls of its own yet",
  "web/ui": "components without a feature",
  "web/pass": "pages of the identity provider, an application of its own",
  "web/public": "files that are served as they are",
  "e2e/accessibility": "every screen",
  "e2e/errors": "every feature's failures",
  "e2e/first-screen": "bytes and order of the first screens",
  "e2e/lab": "the simulator's pages",
  "e2e/login": "the login matrix: session and identity in every host",
  "e2e/mall": "the page of web/mall",
  "e2e/navigation": "routes and overlays of every feature",
  "e2e/offline": "every feature without a network",
  "e2e/operation": "processes, faults and starts",
  "e2e/security": "policies of every page",
  "e2e/testing": "helpers",
};

export const folders: ProjectCheck = {
  name: "folders",
  holds: `at most ${MAX_FILES} product files in a folder; a feature has one name in contract, server, web and e2e`,
  run(project) {
    const counts = new Map<string, number>();
    for (const { path } of project.code)
      if (!FOR_TESTS.test(path)) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
    const crowded = [...counts]
      .filter(([, count]) => count > MAX_FILES)
      .map(([path, count]): Finding => ({
        path,
        line: 1,
        message: `has ${count} product files, over ${MAX_FILES}`,
      }));
    const namesIn = (top: string): Set<string> =>
      new Set(
        project.code.flatMap(({ path }) => {
          const [first, second, ...rest] = path.split("/");
          return first === top && second !== undefined && rest.length > 0 ? [second] : [];
        }),
      );
    const known = new Set([...namesIn("contract"), ...namesIn("server")]);
    const strangers = ["web", "e2e"].flatMap((top) =>
      [...namesIn(top)]
        .filter((name) => !known.has(name) && !(`${top}/${name}` in NO_FEATURE))
        .map((name): Finding => ({
          path: `${top}/${name}`,
          line: 1,
          message: "is a feature that neither contract/ nor server/ has by this name",
        })),
    );
    return [...crowded, ...strangers];
  },
};
