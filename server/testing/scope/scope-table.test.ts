import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callAccess } from "../call-access.ts";
import { scopeTable, type ScopeRow } from "./scope-table.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
/** Calls of equal rows as one line of the document, in the order of the table. */
function linesOf(table: readonly ScopeRow[]): string[] {
  const keyOf = ({ whose, by, judged }: ScopeRow) => [whose, by, judged].join(" ");
  return [...Map.groupBy(table, keyOf).values()].map((rows) => {
    const [{ whose, by, judged } = { whose: "", by: "caller", judged: "#" }] = rows;
    const calls = rows.map(({ call }) => `\`${call}\``).join(" ");
    return [calls, whose, by, `\`server/${judged.replace("#", "` ")}`].join(" | ");
  });
}

test("T08 docs/security.md lists every call about somebody's row with the place where its scope is judged", () => {
  const [, section = ""] = read("docs/security.md").split("### Rows of people\n");
  const [text = ""] = section.split(/\n##/);
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  const documented = lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(" | "),
  );
  expect(documented).toEqual(linesOf(scopeTable));
});
test("T08 every call that is not public is in the list once, and no other", () => {
  const personal = Object.entries(callAccess).flatMap(([name, { about }]) =>
    about === "public" ? [] : [name],
  );
  expect(scopeTable.map(({ call }) => call).toSorted()).toEqual(personal.toSorted());
});
test("T08 each place where a scope is judged exists", () => {
  const missing = scopeTable.filter(({ judged }) => {
    const [file = "", name = ""] = judged.split("#");
    return !existsSync(`${root}server/${file}`) || !read(`server/${file}`).includes(name);
  });
  expect(missing).toEqual([]);
});
