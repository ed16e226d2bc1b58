import { proseOf } from "./reference-prose.ts";
import { CONTRACT, targetsOf, type Targets } from "./reference-targets.ts";
import type { ProjectCheck, Finding, SourceFile } from "../project.ts";

/** A reference that leads nowhere: where it stands in its text, and why. */
type Fault = { readonly at: number; readonly why: string };
type Rule = (text: string, targets: Targets, path: string) => Fault[];

const each = (text: string, pattern: RegExp, judge: (found: RegExpExecArray) => string[]): Fault[] =>
  [...text.matchAll(pattern)].flatMap((found) => judge(found).map((why) => ({ at: found.index, why })));
const flat = (text: string): string => text.replace(/\s+/g, " ");

/** Numbers of an enumeration: "2, 4 and 6", "2 to 5". */
function numbersIn(text: string): string[] {
  const whole = flat(text).replace(/(\d+)(?: to |–)(\d+)(?![\d.])/g, (_all, from: string, to: string) =>
    Array.from(
      { length: Math.max(0, Number(to) - Number(from)) + 1 },
      (_none, step) => Number(from) + step,
    ).join(" "),
  );
  return whole.match(/\d+(?:\.\d+)*/g) ?? [];
}

/** Ids of requirements. Not followed by a colon, as the hour of a time is; not a part of a colour, a name or a path. */
const ID = /(?<![\w#./–-])([A-Z]|MA|CO|HA)(\d{2})(?:(?:–|-| to )\1(\d{2}))?(?![\w:]|-\d)/g;
const rows: Rule = (text, targets) =>
  each(text, ID, ([, letter = "", first = "", last = first]) => {
    const count = Math.max(0, Number(last) - Number(first)) + 1;
    const ids = Array.from(
      { length: count },
      (_none, step) => letter + String(Number(first) + step).padStart(2, "0"),
    );
    return ids.filter((id) => !targets.isRow(id)).map((id) => `names ${id}, which is no requirement`);
  });

const SECTION =
  /(?:\b(contract|specification|platform facts|design guide|RFC \d+)(?:'s)?\s+)?(?:\bsections?\s+|§ ?)(\d+(?:\.\d+)*(?:(?:,|\s+and|\s+to)\s+\d+(?:\.\d+)*)*)/gi;
const sections: Rule = (text, targets, path) =>
  each(text, SECTION, ([all, document = path === CONTRACT ? "contract" : "", numbers = ""]) => {
    if (/^RFC/i.test(document)) return [];
    if (document === "") return [`names "${flat(all)}" of no document`];
    const name = flat(document).toLowerCase();
    return numbersIn(numbers)
      .filter((number) => !targets.isSection(name, number))
      .map((number) => `names ${name} section ${number}, which does not exist`);
  });

const MOCKUP = /\bmock-?ups?\s+(\d{2}(?:-[\w*-]+)?(?:(?:,|\s+and)\s+\d{2}(?:-[\w*-]+)?)*)/gi;
const mockups: Rule = (text, targets) =>
  each(text, MOCKUP, ([, names = ""]) =>
    (names.match(/\d{2}(?:-[\w*-]+)?/g) ?? [])
      .filter((name) => !targets.isMockup(name))
      .map((name) => `names mockup ${name}, which does not exist`),
  );

const numbered = (
  pattern: RegExp,
  what: string,
  resolves: (targets: Targets) => (number: string) => boolean,
): Rule => {
  return (text, targets) =>
    each(text, pattern, ([, numbers = ""]) =>
      numbersIn(numbers)
        .filter((number) => !resolves(targets)(number))
        .map((number) => `names ${what} ${number}, which does not exist`),
    );
};
const traps = numbered(/\btraps?\s+(\d+)\b/gi, "trap", ({ isTrap }) => isTrap);
const decisions = numbered(/\bdecisions?\s+(\d+)\b/gi, "decision", ({ isDecision }) => isDecision);
const asvs = numbered(
  /\bASVS\s+(\d+\.\d+\.\d+(?:(?:,|\s+and|\s+to|)\s+\d+\.\d+\.\d+)*)/g,
  "ASVS",
  ({ isAsvs }) => isAsvs,
);

const FILE =
  /(?<![\w./:@#$<>{}…-])(?:\.{1,2}\/)*((?:[\w*-][\w.*-]*\/)*[\w*-][\w.*-]*\.(?:tsx?|mts|mjs|js|css|sql|md))\b(?!\.\w)(?:\)?\s+"([^"]+)")?(?:#([\w-]+))?/g;
/** Names that end like files of ours and are none: products (Node.js), and built files by the hash in their name. */
const NO_FILE = /^[A-Z][a-z]+\.js$|-(?=[\w-]*[A-Z])[\w-]{8}\.js$/;
const files: Rule = (text, targets) =>
  each(text, FILE, ([, path = "", heading, anchor]) => {
    if (NO_FILE.test(path) || targets.isPackage(path)) return [];
    const [found, ...others] = targets.filesOf(path);
    if (found === undefined) return [`names ${path}, which does not exist`];
    if (others.length > 0 || !found.endsWith(".md")) return [];
    if (heading !== undefined && !targets.isHeading(found, flat(heading)))
      return [`names "${flat(heading)}" of ${found}, which has no such heading`];
    return anchor === undefined || targets.isAnchor(found, anchor)
      ? []
      : [`names #${anchor} of ${found}, which has no such heading`];
  });

const FOLDER =
  /(?<![\w./:@#$<>{}-])((?:contract|server|web|e2e|bench|scripts|checks|simulator|demo|docs)(?:\/[a-z][\w-]*)+)(?![\w*<-]|\.\w|\/[\w*<…])/g;
const folders: Rule = (text, targets) =>
  each(text, FOLDER, ([, path = ""]) =>
    targets.isFolder(path) ? [] : [`names ${path}, which does not exist`],
  );

const OWN_ANCHOR = /\]\(#([\w-]+)\)/g;
const anchors: Rule = (text, targets, path) =>
  each(text, OWN_ANCHOR, ([, anchor = ""]) =>
    targets.isAnchor(path, anchor) ? [] : [`names #${anchor}, which is no heading of its own`],
  );

const rules: readonly Rule[] = [rows, sections, mockups, traps, decisions, asvs, files, folders, anchors];

function faultsIn(file: SourceFile, targets: Targets): Finding[] {
  const lineAt = (offset: number): number => file.text.slice(0, offset).split("\n").length;
  return proseOf(file).flatMap(({ text, start }) =>
    rules
      .flatMap((rule) => rule(text, targets, file.path))
      .map(({ at, why }) => ({ path: file.path, line: lineAt(start + at), message: why })),
  );
}

/** Files that others have written: their references are their own. */
const OTHERS = /^(LICENSE|NOTICE|package-lock\.json)$/;

export const references: ProjectCheck = {
  name: "references",
  holds: "requirements, sections, mockups, files and headings that are named exist",
  run(project) {
    const targets = targetsOf(project);
    return project.files.filter(({ path }) => !OTHERS.test(path)).flatMap((file) => faultsIn(file, targets));
  },
};
