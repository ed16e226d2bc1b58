import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { projectRoot } from "../release/run-tool.ts";

// npm run updates: what is known to be wrong with the packages that ship, and whether docs/operation.md "Updates"
// is kept; before each release, and weekly. Needs a registry that tells of advisories (npm audit).

const DAY = 86_400_000;
/** Days from when something was first told until it is put right, by its severity; null: with the next release. */
const DAYS = { critical: 2, high: 7, moderate: 30, low: null, info: null } as const;
type Severity = keyof typeof DAYS;
/** All others: once a quarter. */
const REVIEW_DAYS = 92;

/** Of `npm audit --json`. */
type Via = string | { readonly url: string; readonly severity: Severity };
export type NpmAudit = {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly via: readonly Via[] }>
  >;
  readonly message?: string;
};
/** docs/advisories.json: when all packages were last brought up to date, and what is known by its address. */
export type KnownAdvisories = {
  /** YYYY-MM-DD, set by hand with the commit that updates. */
  readonly updated: string;
  /** A severity may be raised by hand, where attackers use it; it is never lowered here. */
  readonly advisories: Readonly<
    Record<string, { readonly name: string; readonly severity: Severity; readonly since: string }>
  >;
};

const RANK: readonly Severity[] = ["info", "low", "moderate", "high", "critical"];
const moreSevere = (one: Severity, other: Severity): Severity =>
  RANK.indexOf(one) > RANK.indexOf(other) ? one : other;
const daysBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / DAY);

/** What is known from today on: what is no longer told of was put right, and goes. */
export function mergeAudit(
  { vulnerabilities = {} }: NpmAudit,
  known: KnownAdvisories,
  today: string,
): KnownAdvisories {
  const advisories: Record<string, KnownAdvisories["advisories"][string]> = {};
  for (const { name, via } of Object.values(vulnerabilities))
    for (const one of via) {
      // A text names the package that brings it along, which stands in the list itself.
      if (typeof one === "string") continue;
      const before = advisories[one.url] ?? known.advisories[one.url];
      const severity = before ? moreSevere(one.severity, before.severity) : one.severity;
      advisories[one.url] = { name: before?.name ?? name, severity, since: before?.since ?? today };
    }
  return { ...known, advisories };
}

/**
 * What breaks the documented time frames, a line each.
 * @param isRelease whether a release is made of it today: then nothing that is due with the next one is left
 */
export function overdueUpdates(
  { updated, advisories }: KnownAdvisories,
  today: string,
  isRelease: boolean,
): string[] {
  const lines = Object.entries(advisories).flatMap(([url, { name, severity, since }]) => {
    const most = DAYS[severity];
    const known = daysBetween(since, today);
    const isOver = most === null ? isRelease && known > 0 : known > most;
    return isOver ? [`${name}: ${severity}, known for ${known} days: ${url}`] : [];
  });
  const age = daysBetween(updated, today);
  if (!(age <= REVIEW_DAYS)) lines.push(`packages were last brought up to date on ${updated}`);
  return lines;
}

/** npm's answer; it fails where it knows of something, and says so. @throws Error where it cannot tell */
async function audit(): Promise<NpmAudit> {
  const text = await new Promise<string>((resolve) => {
    execFile(
      "npm",
      ["audit", "--omit=dev", "--json"],
      { cwd: projectRoot, maxBuffer: 64e6 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const report = JSON.parse(text || "{}") as NpmAudit;
  if (report.vulnerabilities === undefined)
    throw new Error(`the registry does not tell: ${report.message ?? "no answer"}`);
  return report;
}

/** @returns the exit code */
async function run(): Promise<number> {
  const file = `${projectRoot}docs/advisories.json`;
  const today = new Date().toISOString().slice(0, 10);
  const known = mergeAudit(await audit(), JSON.parse(readFileSync(file, "utf8")) as KnownAdvisories, today);
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
  const lines = overdueUpdates(known, today, process.argv.includes("--release"));
  const count = Object.keys(known.advisories).length;
  process.stdout.write([`${count} known, ${lines.length} overdue`, ...lines, ""].join("\n"));
  return lines.length === 0 ? 0 : 1;
}

if (import.meta.main)
  process.exitCode = await run().catch((error: unknown) => {
    process.stderr.write(`npm run updates: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  });
