import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { projectRoot } from "../release/run-tool.ts";

// npm run updates: what is known to be wrong with the packages that ship, and whether docs/operation.md "Updates"
// npm run updates: checks the known advisories of shipped packages against the time frames of
// docs/operation.md "Updates"; before each release, and weekly. Requires a registry that serves advisories
// (npm audit).

const DAY = 86_400_000;
/**
 * Days from the first report of an advisory until it must be resolved, by severity; null: with the next
 * release.
 */
const DAYS = { critical: 2, high: 7, moderate: 30, low: null, info: null } as const;
type Severity = keyof typeof DAYS;
/** Days between updates of all packages: once a quarter. */
const REVIEW_DAYS = 92;

/** Entry of `npm audit --json`. */
type Via = string | { readonly url: string; readonly severity: Severity };
export type NpmAudit = {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly via: readonly Via[] }>
  >;
  readonly message?: string;
};
/** docs/advisories.json: date of the last update of all packages, and known advisories by address. */
export type KnownAdvisories = {
  /** YYYY-MM-DD, set by hand with the commit that updates. */
  readonly updated: string;
  /** A severity may be raised by hand if the advisory is exploited; it is never lowered automatically. */
  readonly advisories: Readonly<
    Record<string, { readonly name: string; readonly severity: Severity; readonly since: string }>
  >;
};

const RANK: readonly Severity[] = ["info", "low", "moderate", "high", "critical"];
const moreSevere = (one: Severity, other: Severity): Severity =>
  RANK.indexOf(one) > RANK.indexOf(other) ? one : other;
const daysBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / DAY);

/**
 * Merges an audit into the known advisories; advisories that are no longer reported are resolved and removed.
 */
export function mergeAudit(
  { vulnerabilities = {} }: NpmAudit,
  known: KnownAdvisories,
  today: string,
): KnownAdvisories {
  const advisories: Record<string, KnownAdvisories["advisories"][string]> = {};
  for (const { name, via } of Object.values(vulnerabilities))
    for (const one of via) {
      // A text is the name of a dependency, which has its own entry in the list.
      if (typeof one === "string") continue;
      const before = advisories[one.url] ?? known.advisories[one.url];
      const severity = before ? moreSevere(one.severity, before.severity) : one.severity;
      advisories[one.url] = { name: before?.name ?? name, severity, since: before?.since ?? today };
    }
  return { ...known, advisories };
}

/**
 * Lists violations of the documented time frames, a line each.
 * @param isRelease whether a release is made today: then advisories due with the next release are overdue
 */
export function overdueUpdates(
  { updated, advisories }: KnownAdvisories,
  today: string,
  isRelease: boolean,
): string[] {
  const lines = Object.entries(advisories).flatMap(([url, { name, severity, since }]) => {
    const maxDays = DAYS[severity];
    const age = daysBetween(since, today);
    const isOverdue = maxDays === null ? isRelease && age > 0 : age > maxDays;
    return isOverdue ? [`${name}: ${severity}, known for ${age} days: ${url}`] : [];
  });
  const age = daysBetween(updated, today);
  if (!(age <= REVIEW_DAYS)) lines.push(`packages were last updated on ${updated}`);
  return lines;
}

/**
 * Output of npm audit, which exits with an error if it finds advisories. @throws Error if it has no result
 */
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
    throw new Error(`npm audit failed: ${report.message ?? "no output"}`);
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
