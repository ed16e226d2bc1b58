import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { distributions } from "./distribution.ts";

test("HA40 docs/sharding.md has the decision about each table", () => {
  const page = readFileSync("docs/sharding.md", "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\S.*?) +\| (\S.*?) +\|$/gm)];
  const documented = rows.map(([, table, place, reason]) => [table, place, reason]);
  const decided = Object.entries(distributions).map(([table, decision]) => [
    table,
    decision.kind === "distributed" ? `by \`${decision.by}\`` : decision.kind,
    decision.reason,
  ]);
  expect(documented).toEqual(decided);
});
