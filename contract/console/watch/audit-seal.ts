/** SHA-256 in hex; each side passes its own implementation. */
export type HashText = (text: string) => string;

/** An entry of the audit log as it is sealed; all texts are ids and fixed words. */
export type SealedLine = {
  readonly auditId: string;
  /** ISO 8601 in UTC with microseconds. */
  readonly time: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly aboutKind: string;
  readonly aboutId: string | null;
  readonly host: string;
  readonly outcome: string;
  readonly requestId: string | null;
};
/** First line of a downloaded day. */
export type SealHead = {
  readonly format: "marque-audit-1";
  readonly day: string;
  /** Seal of the day before; empty: the first day. */
  readonly previous: string;
  readonly lines: number;
  readonly seal: string;
};

/** Hash of one entry: of its fields in a fixed order. */
export const hashLine = (line: SealedLine, hash: HashText): string =>
  hash(
    JSON.stringify([
      line.auditId,
      line.time,
      line.actorKind,
      line.actorId,
      line.action,
      line.aboutKind,
      line.aboutId,
      line.host,
      line.outcome,
      line.requestId,
    ]),
  );
/** Begins the chain of a day; that of a day without entries is its seal. @param previous seal of the day before */
export const startChain = (day: string, previous: string, hash: HashText): string =>
  hash(`${previous} ${day}`);
/** Adds an entry to a chain. */
export const extendChain = (chain: string, lineHash: string, hash: HashText): string =>
  hash(`${chain} ${lineHash}`);

/** Writes the first line of a downloaded day. */
export const writeSealHead = (head: SealHead): string => `${JSON.stringify(head)}\n`;
/** Writes an entry of a downloaded day with its number and the chain up to it, by which a check finds the place. */
export const writeSealedLine = (line: SealedLine, no: number, chain: string): string =>
  `${JSON.stringify({ no, ...line, chain })}\n`;

/**
 * Fault of a line: "altered" its fields do not give its hash; "missing" lines before it are not there; "added" it is
 * one too many; "moved" it stands at another place; "unreadable" no JSON of this format.
 */
export type LineFault = {
  readonly kind: "altered" | "missing" | "added" | "moved" | "unreadable";
  /** Line of the day, from 1. */
  readonly line: number;
  readonly auditId: string | null;
};
/** Check of a downloaded day. `head` null: the file is not one. */
export type FileCheck = { readonly head: SealHead | null; readonly faults: readonly LineFault[] };

type FileLine = SealedLine & { readonly no: number; readonly chain: string };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const parseLine = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const texts = [
  "auditId",
  "time",
  "actorKind",
  "action",
  "aboutKind",
  "host",
  "outcome",
  "chain",
] as const satisfies readonly (keyof FileLine)[];
const optionalTexts = ["actorId", "aboutId", "requestId"] as const satisfies readonly (keyof FileLine)[];
const isFileLine = (value: Record<string, unknown>): value is FileLine =>
  Number.isSafeInteger(value["no"]) &&
  texts.every((name) => isText(value[name])) &&
  optionalTexts.every((name) => isTextOrNull(value[name]));
const isHead = (value: Record<string, unknown>): value is SealHead =>
  value["format"] === "marque-audit-1" &&
  isText(value["day"]) &&
  isText(value["previous"]) &&
  isText(value["seal"]) &&
  Number.isSafeInteger(value["lines"]);

/** Fault of a line whose number or chain is not the expected one. */
function kindOf({ no }: FileLine, expected: number, seen: ReadonlySet<number>): LineFault["kind"] {
  if (no === expected) return "altered";
  if (seen.has(no)) return "added";
  return no > expected ? "missing" : "moved";
}

/** Follows the chain through the lines of a file. @returns the last chain and the number of the next line */
function followChain(head: SealHead, rows: readonly string[], hash: HashText) {
  const faults: LineFault[] = [];
  const seen = new Set<number>();
  let chain = startChain(head.day, head.previous, hash);
  let expected = 1;
  for (const row of rows) {
    const line = parseLine(row);
    if (line === null || !isFileLine(line)) {
      faults.push({ kind: "unreadable", line: expected, auditId: null });
      expected += 1;
      continue;
    }
    const isNext = line.no === expected && extendChain(chain, hashLine(line, hash), hash) === line.chain;
    const kind = isNext ? null : kindOf(line, expected, seen);
    if (kind !== null) faults.push({ kind, line: expected, auditId: line.auditId });
    if (kind === "added") continue;
    seen.add(line.no);
    // Goes on from the line's own chain, so that one changed line is one fault.
    chain = line.chain;
    expected = line.no + 1;
  }
  // A line that is missing at its place and stands elsewhere was moved.
  const settled = faults.map((fault): LineFault =>
    fault.kind === "missing" && seen.has(fault.line) ? { ...fault, kind: "moved" } : fault,
  );
  return { faults: settled, chain, seen, expected };
}

/**
 * Checks a downloaded day: the chain of its lines has to lead from the day before to the seal, so that an altered,
 * missing, added or moved line shows at its place (requirement CO103). Whether the seal is that of the installation is
 * for the caller to compare.
 */
export function checkSealFile(text: string, hash: HashText): FileCheck {
  const [first = "", ...rows] = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .filter((row) => row.trim() !== "");
  const head = parseLine(first);
  if (head === null || !isHead(head)) return { head: null, faults: [] };
  const { faults, chain, seen, expected } = followChain(head, rows, hash);
  const atEnd = (kind: LineFault["kind"]): FileCheck => ({
    head,
    faults: [...faults, { kind, line: expected, auditId: null }],
  });
  if (seen.size < head.lines && faults.length === 0) return atEnd("missing");
  if (seen.size > head.lines && faults.length === 0) return atEnd("added");
  return faults.length === 0 && chain !== head.seal ? atEnd("altered") : { head, faults };
}

type KnownLine = { readonly auditId: string; readonly hash: string };
/**
 * Compares the entries of a day with those that its seal names. @param sealed in their order @param found in the order in
 * which they are now
 */
export function compareLines(sealed: readonly KnownLine[], found: readonly KnownLine[]): LineFault[] {
  const foundHashes = new Map(found.map(({ auditId, hash }) => [auditId, hash]));
  const places = new Map(sealed.map(({ auditId }, index) => [auditId, index]));
  const faults = sealed.flatMap(({ auditId, hash }, index): LineFault[] => {
    const now = foundHashes.get(auditId);
    if (now === hash) return [];
    return [{ kind: now === undefined ? "missing" : "altered", line: index + 1, auditId }];
  });
  let last = -1;
  found.forEach(({ auditId }, index) => {
    const place = places.get(auditId);
    if (place === undefined) faults.push({ kind: "added", line: index + 1, auditId });
    else if (place < last) faults.push({ kind: "moved", line: place + 1, auditId });
    else last = place;
  });
  return faults;
}
