import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mergeAudit, overdueUpdates, type NpmAudit, type KnownAdvisories } from "./updates.ts";

const [one, other] = ["https://github.com/advisories/GHSA-1", "https://github.com/advisories/GHSA-2"];
/** Output of `npm audit --json`: one package with an advisory, and one that depends on it. */
const audit: NpmAudit = {
  vulnerabilities: {
    inner: { name: "inner", via: [{ url: one, severity: "high" }] },
    outer: { name: "outer", via: ["inner", { url: other, severity: "low" }] },
  },
};
const nothing: KnownAdvisories = { updated: "2026-11-01", advisories: {} };

test("ASVS 15.2.1 an advisory counts from the day of its first report and is removed by the update", () => {
  const first = mergeAudit(audit, nothing, "2026-11-10");
  expect(first.advisories).toEqual({
    [one]: { name: "inner", severity: "high", since: "2026-11-10" },
    [other]: { name: "outer", severity: "low", since: "2026-11-10" },
  });
  expect(mergeAudit(audit, first, "2026-11-20")).toEqual(first);
  expect(mergeAudit({ vulnerabilities: {} }, first, "2026-11-20")).toEqual(nothing);
});

test("ASVS 15.2.1 reports overdue advisories: critical after 2 days, high 7, moderate 30, low with the next release", () => {
  const since = "2026-11-10";
  const knownOf = (severity: "critical" | "high" | "moderate" | "low"): KnownAdvisories => ({
    ...nothing,
    advisories: { [one]: { name: "inner", severity, since } },
  });
  const isOver = (known: KnownAdvisories, today: string, isRelease = false) =>
    overdueUpdates(known, today, isRelease).length === 1;
  for (const [severity, last, first] of [
    ["critical", "2026-11-12", "2026-11-13"],
    ["high", "2026-11-17", "2026-11-18"],
    ["moderate", "2026-12-10", "2026-12-11"],
  ] as const)
    expect([isOver(knownOf(severity), last), isOver(knownOf(severity), first)]).toEqual([false, true]);
  expect(isOver(knownOf("low"), "2027-01-01")).toBe(false);
  expect(isOver(knownOf("low"), "2026-11-11", true)).toBe(true);
  // A severity that was raised by hand is kept.
  expect(mergeAudit(audit, knownOf("critical"), "2026-11-12").advisories[one]?.severity).toBe("critical");
});

test("ASVS 15.2.1 all packages are updated once a quarter", () => {
  expect(overdueUpdates(nothing, "2027-02-01", false)).toEqual([]);
  expect(overdueUpdates(nothing, "2027-02-02", false)).toEqual(["packages were last updated on 2026-11-01"]);
  expect(overdueUpdates({ ...nothing, updated: "soon" }, "2026-11-02", false)).toHaveLength(1);
});

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));
test("ASVS 15.2.1 docs/advisories.json is valid, and every package is pinned to one version", () => {
  const { updated, advisories } = read("docs/advisories.json") as KnownAdvisories;
  expect(updated).toMatch(/^\d{4}-\d\d-\d\d$/);
  const wrong = Object.values(advisories).filter(({ since }) => !(since >= "2026" && since.length === 10));
  expect(wrong).toEqual([]);
  const pack = read("package.json") as Record<"dependencies" | "devDependencies", Record<string, string>>;
  const versions = Object.entries({ ...pack.dependencies, ...pack.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
