import type { ProjectCheck, Finding, Project } from "../project.ts";

/** Licences that are compatible with the product's. */
const ALLOWED = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
  "CC-BY-4.0",
  "OFL-1.1",
  // PostgreSQL's licence, of PGlite.
  "PostgreSQL",
]);
/** Other licences, allowed for single packages with a reason. */
const ALLOWED_FOR: readonly { name: RegExp; licence: string }[] = [
  // libvips: loaded as a shared library that can be replaced, as the LGPL requires.
  { name: /^@img\/sharp-(libvips|win32|wasm32)/, licence: "LGPL-3.0-or-later" },
];

type Locked = {
  version?: string;
  dev?: boolean;
  license?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
};
export type Dependency = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** One of several platform-specific packages; NOTICE lists only the package that depends on them. */
  readonly isForPlatform: boolean;
};

/** All packages that `npm ci --omit=dev` installs, on any platform, by name without duplicates. */
function shippedDependencies(project: Project): Dependency[] {
  const lock = JSON.parse(project.find("package-lock.json")?.text ?? '{"packages":{}}') as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, Dependency>();
  for (const [path, { version = "", dev, link, license = "", os, cpu }] of Object.entries(lock.packages)) {
    // A path outside node_modules is a workspace of this repository.
    const name = path.includes("node_modules/") ? (path.split("node_modules/").at(-1) ?? "") : "";
    if (name === "" || dev || link) continue;
    if (!found.has(name))
      found.set(name, { name, version, licence: license, isForPlatform: Boolean(os ?? cpu) });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whether a licence expression (SPDX, "OR" and "AND") is satisfied by allowed licences. */
function isAllowed({ name, licence }: Dependency): boolean {
  const isOne = (text: string) =>
    ALLOWED.has(text) || ALLOWED_FOR.some((rule) => rule.licence === text && rule.name.test(name));
  const plain = licence.replace(/[()]/g, "");
  return plain.split(" OR ").some((way) => way.split(" AND ").every((each) => isOne(each.trim())));
}

/** Entry of a package in NOTICE. */
const noticeLine = ({ name, licence }: Dependency): string => `- ${name} (${licence})`;
/** Entries of NOTICE for all shipped packages. */
export const noticeLines = (project: Project): string[] =>
  shippedDependencies(project)
    .filter(({ isForPlatform }) => !isForPlatform)
    .map(noticeLine);

export const licences: ProjectCheck = {
  name: "licences",
  holds: "everything shipped has an allowed licence and stands in NOTICE",
  run(project) {
    const notice = new Set((project.find("NOTICE")?.text ?? "").split("\n"));
    const dependencies = shippedDependencies(project);
    const wrong = dependencies.flatMap((each): Finding[] => [
      ...(isAllowed(each)
        ? []
        : [
            {
              path: "package-lock.json",
              line: 1,
              message: `${each.name}: licence "${each.licence}" is not allowed`,
            },
          ]),
      ...(each.isForPlatform || notice.has(noticeLine(each))
        ? []
        : [
            {
              path: "NOTICE",
              line: 1,
              message: `does not list ${each.name} (${each.licence}); run scripts/maintenance/make-notice.ts`,
            },
          ]),
    ]);
    const known = new Set(noticeLines(project));
    const stale = [...notice].filter((line) => /^- \S+ \(.+\)$/.test(line) && !known.has(line));
    return [
      ...wrong,
      ...stale.map((line) => ({ path: "NOTICE", line: 1, message: `lists "${line}", which does not ship` })),
    ];
  },
};
