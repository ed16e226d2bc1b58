import type { Project } from "../project.ts";

/** Documents that references lead to. */
const REQUIREMENTS = "docs/requirements.md";
export const CONTRACT = "docs/contract.md";
const SECURITY = "docs/security.md";

/** Targets of references: read from the documents and the list of files. */
export type Targets = {
  readonly isRow: (id: string) => boolean;
  /** @param document "contract", "specification", "platform facts" or "design guide" */
  readonly isSection: (document: string, number: string) => boolean;
  /** @param name as written: whole, a number alone, or with a "*" at its end */
  readonly isMockup: (name: string) => boolean;
  readonly isTrap: (number: string) => boolean;
  readonly isDecision: (number: string) => boolean;
  readonly isAsvs: (number: string) => boolean;
  /** @param path from the root or the end of one, with "*" for any part of a name */
  readonly filesOf: (path: string) => readonly string[];
  readonly isFolder: (path: string) => boolean;
  /** A package of the product's own, as `package.json` names it. */
  readonly isPackage: (name: string) => boolean;
  readonly isHeading: (path: string, heading: string) => boolean;
  readonly isAnchor: (path: string, anchor: string) => boolean;
};

const allOf = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map((found) => found.slice(1).join(" ")));
/** The part of a document below one of its headings of the second level. */
const partOf = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";

/** The anchor that a heading gets in rendered Markdown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const HEADING = /^#{1,6} +(.+)$/gm;
/** Headings, and what begins a paragraph in bold, without the full stop. */
const headingsOf = (text: string): Set<string> =>
  new Set([...allOf(text, HEADING), ...allOf(text, /^(?:- )?\*\*([^*]+?)\.?\*\*/gm)]);

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
/** Matches a path, or the end of one from a folder on. */
const matcherOf = (path: string): RegExp =>
  new RegExp(`(^|/)${escaped(path).replaceAll("**", "§").replaceAll("*", "[^/]*").replaceAll("§", ".*")}$`);

function filesIn({ files }: Project): Pick<Targets, "filesOf" | "isFolder"> {
  const paths = files.map(({ path }) => path);
  const folders = new Set(
    paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
  );
  const known = new Map<string, readonly string[]>();
  const filesOf = (path: string): readonly string[] => {
    const before = known.get(path);
    if (before) return before;
    const matcher = matcherOf(path);
    const found = paths.filter((one) => matcher.test(one));
    known.set(path, found);
    return found;
  };
  return {
    filesOf,
    isFolder: (path) => folders.has(path) || paths.some((one) => one.startsWith(`${path}.`)),
  };
}

/** Packages whose names end like files. */
function packagesIn(project: Project): Set<string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    project.find("package.json")?.text ?? "{}",
  ) as {
    dependencies?: object;
    devDependencies?: object;
  };
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

/** Reads what the documents of a project define. */
export function targetsOf(project: Project): Targets {
  const textOf = (path: string): string => project.find(path)?.text ?? "";
  const requirements = textOf(REQUIREMENTS);
  const rows = allOf(requirements, /^\| ([A-Z]{1,2}\d{2}) +\|/gm);
  const sections = allOf(requirements.toLowerCase(), /^### (.+ section [\d.]+)$/gm);
  for (const number of allOf(textOf(CONTRACT), /^## (\d+)\. /gm)) sections.add(`contract section ${number}`);
  const mockups = [...allOf(partOf(requirements, "Appendix D"), /^\| (\d{2}-[\w-]+) +\|/gm)];
  const traps = allOf(partOf(requirements, "Appendix E"), /^\| (\d+) +\|/gm);
  const asvs = allOf(textOf(SECURITY), /(?<![\d.])(\d{1,2}\.\d{1,2}\.\d{1,2})(?![\d.]*\d)/g);
  const packages = packagesIn(project);
  const decisions = new Set(
    project.files.flatMap(({ path }) => /^docs\/decisions\/0*(\d+)-/.exec(path)?.[1] ?? []),
  );
  return {
    ...filesIn(project),
    isPackage: (name) => packages.has(name),
    isRow: (id) => rows.has(id),
    isSection: (document, number) => sections.has(`${document} section ${number}`),
    isMockup: (name) => {
      const start = name.replace(/\*$/, "");
      const isPart = start !== name || /^\d+$/.test(start);
      return mockups.some((mockup) => (isPart ? mockup.startsWith(start) : mockup === name));
    },
    isTrap: (number) => traps.has(number),
    isDecision: (number) => decisions.has(number),
    isAsvs: (number) => asvs.has(number),
    isHeading: (path, heading) => headingsOf(textOf(path)).has(heading),
    isAnchor: (path, anchor) =>
      [...allOf(textOf(path), HEADING)].some((heading) => anchorOf(heading) === anchor),
  };
}
