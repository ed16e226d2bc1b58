import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../core/secrets.ts";
import {
  checkSealFile,
  compareLines,
  extendChain,
  hashLine,
  startChain,
  writeSealedLine,
  writeSealHead,
  type SealedLine,
} from "#contract/console/watch/audit-seal.ts";

const lineOf = (at: number): SealedLine => ({
  auditId: String(1571000000000000000n + BigInt(at)),
  time: `2026-11-26T06:21:${String(at % 60).padStart(2, "0")}.204000Z`,
  actorKind: "operator",
  actorId: "2071",
  action: "activity.seats",
  aboutKind: "activity",
  aboutId: at % 2 === 0 ? null : "26120105",
  host: "console",
  outcome: `${at} seats`,
  requestId: at % 3 === 0 ? null : `req-${at}`,
});
/** Writes the file of a day as the server does. */
function fileOf(lines: readonly SealedLine[], previous = "8f2e"): string[] {
  let chain = startChain("2026-11-26", previous, sha256);
  const rows = lines.map((line, index) => {
    chain = extendChain(chain, hashLine(line, sha256), sha256);
    return writeSealedLine(line, index + 1, chain);
  });
  const head = {
    format: "marque-audit-1",
    day: "2026-11-26",
    previous,
    lines: lines.length,
    seal: chain,
  } as const;
  return [writeSealHead(head), ...rows];
}
const day = (count: number): string[] => fileOf(Array.from({ length: count }, (_, at) => lineOf(at)));
const faultsOf = (rows: readonly string[]) =>
  checkSealFile(rows.join(""), sha256).faults.map(({ kind, line }) => `${kind} ${line}`);

test("CO103 a downloaded day that nobody changed has no fault, also without lines", () => {
  for (const count of [0, 1, 7]) expect(faultsOf(day(count))).toEqual([]);
  expect(checkSealFile("\uFEFFday;who\n1;2\n", sha256).head).toBeNull();
});

describe("CO103 a downloaded day shows", () => {
  const altered = (rows: readonly string[], at: number): string[] =>
    rows.map((row, index) => (index === at ? row.replace("seats", "seat") : row));
  test("the altered line alone", () => expect(faultsOf(altered(day(6), 3))).toEqual(["altered 3"]));
  test("a missing line", () => expect(faultsOf(day(6).toSpliced(4, 1))).toEqual(["missing 4"]));
  test("missing lines at the end", () => expect(faultsOf(day(6).slice(0, -2))).toEqual(["missing 5"]));
  test("a line written once more", () =>
    expect(faultsOf(day(6).toSpliced(5, 0, day(6)[2] ?? ""))).toEqual(["added 5"]));
  test("lines that changed places", () => {
    const rows = day(6);
    const swapped = rows.toSpliced(2, 2, rows[3] ?? "", rows[2] ?? "");
    expect(faultsOf(swapped)).toContain("moved 2");
  });
  test("a line that is none", () =>
    expect(faultsOf(day(3).toSpliced(2, 1, "{}\n"))).toContain("unreadable 2"));
  test("a forged line with everything after it sealed again, by the seal", () => {
    const lines = Array.from({ length: 5 }, (_, at) => lineOf(at));
    const forged = fileOf(lines.map((line, at) => (at === 1 ? { ...line, outcome: "0 seats" } : line)));
    expect(faultsOf([day(5)[0] ?? "", ...forged.slice(1)])).toEqual(["altered 6"]);
  });
});

test("CO103 any one change of any field, line or order of any day shows", () => {
  const fields = [
    "auditId",
    "time",
    "actorKind",
    "actorId",
    "action",
    "aboutKind",
    "aboutId",
    "host",
    "outcome",
    "requestId",
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.nat(),
      fc.constantFrom("alter", "remove", "repeat", "swap"),
      fc.constantFrom(...fields),
      fc.string({ minLength: 1 }),
      (count, where, change, field, text) => {
        const rows = day(count);
        const at = 1 + (where % count);
        const row = rows[at] ?? "";
        if (change === "remove") rows.splice(at, 1);
        if (change === "repeat") rows.splice(at, 0, row);
        if (change === "swap") rows.splice(at, 1, ...rows.splice(at === count ? at - 1 : at + 1, 1, row));
        if (change === "alter") {
          const line = JSON.parse(row) as Record<string, unknown>;
          rows[at] = `${JSON.stringify({ ...line, [field]: `${String(line[field])}${text}` })}\n`;
        }
        expect(checkSealFile(rows.join(""), sha256).faults.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 300 },
  );
});

test("CO103 a table shows altered, missing, added and moved lines", () => {
  const known = [1, 2, 3, 4].map((at) => ({ auditId: String(at), hash: `h${at}` }));
  const [one = known[0], two, three, four] = known;
  expect(compareLines(known, known)).toEqual([]);
  const found = [one, three, two, { auditId: "9", hash: "h9" }, { ...four, hash: "other" }];
  expect(compareLines(known, found as typeof known)).toEqual([
    { kind: "altered", line: 4, auditId: "4" },
    { kind: "moved", line: 2, auditId: "2" },
    { kind: "added", line: 4, auditId: "9" },
  ]);
  expect(compareLines(known, known.slice(1))).toEqual([{ kind: "missing", line: 1, auditId: "1" }]);
});
