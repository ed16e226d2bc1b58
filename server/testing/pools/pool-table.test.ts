import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pools, type Pool } from "./pool-table.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

/** Constructions of a pool or queue; the classes themselves are in core/ and database/batching/. */
const CREATION =
  /\bnew (FairQueue|KeyedFairQueue|BytePool|ConcurrencyQueue|BatchWriter|StreamPlaces)\b|\bpLimit\(|\.maxConnections = /;
const CLASSES = /^server\/(core|database\/batching)\//;

test("T10 every pool and queue of the server is in the table, and every file of the table has one", () => {
  const creating = globSync("server/**/*.ts", { cwd: root })
    .filter((path) => !/(^|\/)(test-|testing\/)|\.test\.ts$/.test(path) && !CLASSES.test(path))
    .filter((path) => CREATION.test(read(path)));
  const listed = new Set(pools.flatMap(({ files }) => files.map((file) => `server/${file}`)));
  expect(creating.filter((path) => !listed.has(path))).toEqual([]);
  // The table also names where a share is counted without one of these classes.
  const others = [...listed].filter((path) => !creating.includes(path));
  expect(others).toEqual(["server/http/lifecycle/connection-shares.ts"]);
});

const rowOf = ({ name, total, share, files }: Pool): string =>
  [name, total, share, files.map((file) => `\`server/${file}\``).join(", ")].join(" | ");

test("T10 docs/security.md lists the pools with their numbers", () => {
  const [, section = ""] = read("docs/security.md").split("### Pools, queues and connections\n");
  const [text = ""] = section.split(/\n##/);
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(" | "),
    );
  expect(rows).toEqual(pools.map(rowOf));
});
