import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { deviceProofs } from "../../http/security/device-proof.ts";
import { races } from "../races/index.ts";
import { enforcingFiles } from "./enforcing-files.ts";
import { limitRaces, limitTable } from "./limit-table.ts";
import type { LimitRow } from "./limit-row.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
/** The rows of the first table below a heading of docs/security.md, without its head. */
function documentedRows(heading: string): string[] {
  const [, section = ""] = read("docs/security.md").split(`### ${heading}\n`);
  const [text = ""] = section.split(/\n##/);
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(" | "),
  );
}

const isFile = (text: string): boolean => text.startsWith("server/");
const rowOf = ({ name, most, key, filledBy, counted, shownBy }: LimitRow): string =>
  [
    name,
    most,
    key,
    filledBy,
    `\`server/${counted.replace("#", "` ")}`,
    isFile(shownBy) ? `\`${shownBy}\`` : `race "${shownBy}"`,
  ].join(" | ");

test("T10 docs/security.md lists every limit with its key, who can fill it, and the statement that counts", () => {
  expect(documentedRows("Counters and limits")).toEqual(limitTable.map(rowOf));
});
test("T10 docs/security.md lists what makes a device known", () => {
  const rows = Object.entries(deviceProofs).map(([act, { days, shows, grants }]) =>
    [`\`${act}\``, `${days} days`, shows, grants].join(" | "),
  );
  expect(documentedRows("Known devices")).toEqual(rows);
});
test("T10 each statement that counts exists", () => {
  const missing = limitTable.filter(({ counted }) => {
    const [file = "", name = ""] = counted.split("#");
    return !existsSync(`${root}server/${file}`) || !read(`server/${file}`).includes(name);
  });
  expect(missing).toEqual([]);
  expect(limitTable.filter((row) => Object.values(row).includes(""))).toEqual([]);
});
test("T10 each limit has a race or a test, and each race a limit", () => {
  const names = new Set([...races, ...limitRaces].map(({ name }) => name));
  const unknown = limitTable.filter(({ shownBy }) =>
    isFile(shownBy) ? !existsSync(`${root}${shownBy}`) : !names.has(shownBy),
  );
  expect(unknown).toEqual([]);
  const shown = new Set(limitTable.map(({ shownBy }) => shownBy));
  expect(limitRaces.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});
test("T10 every file that refuses callers over a limit is in the table, and none is stale", () => {
  const refusing = globSync("server/**/*.ts", { cwd: root })
    .filter((path) => !/(^|\/)(test-|testing\/)|\.test\.ts$/.test(path))
    .filter((path) => /new Refusal\([^)]*"tooMany"|"tooMany"[^]*Refusal\(refusal,/.test(read(path)))
    .toSorted();
  expect(refusing).toEqual(Object.keys(enforcingFiles).toSorted());
  const names = new Set(limitTable.map(({ name }) => name));
  const unknown = Object.values(enforcingFiles)
    .flatMap((rows) => (typeof rows === "string" ? [] : rows))
    .filter((name) => !names.has(name));
  expect(unknown).toEqual([]);
});
