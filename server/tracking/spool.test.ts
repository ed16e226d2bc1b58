import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readPart } from "./batch.ts";
import { Spool } from "./spool.ts";
import { formOf, sampleEvent } from "./test-client.ts";

let root: string;
let warned: unknown[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "marque-spool-"));
  warned = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const spoolIn = (folder: string, { diskMost = 1e9, isAlone = false } = {}): Spool => {
  const log = { warn: (...told: unknown[]) => warned.push(told), error: () => {} };
  return new Spool({
    root: folder,
    isAlone,
    diskMost,
    now: () => 1_795_000_000_000,
    log: log as never,
    onWritten: () => {},
  });
};
const bodyOf = (name: string): Buffer => Buffer.from(formOf.data(sampleEvent({ distinct_id: name })));
const add = (spool: Spool, name: string, isForced = false): Promise<boolean> =>
  new Promise((resolve) => {
    if (!spool.add({ body: bodyOf(name), project: "App" }, isForced, resolve)) resolve(false);
  });
/** Reads and removes everything that is there. @returns whose events it was */
async function drain(spool: Spool): Promise<string[]> {
  await spool.settled();
  const names: string[] = [];
  for (let file = spool.next(); file; file = spool.next()) {
    while (file.at < file.size) {
      const read = readPart(
        { path: file.path, from: file.at, to: file.size },
        { rowsMost: 100, isHandedOn: false },
      );
      for (const { text } of read.chunks)
        names.push(...(JSON.parse(text) as { distinct_id: string }[]).map(({ distinct_id }) => distinct_id));
      file.at = read.next;
    }
    if (!file.isOpen) await spool.remove(file);
  }
  return names;
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".events"));

it("X15 what was taken can be read in its order, forced onto the disk or not, and leaves nothing behind", async () => {
  const spool = spoolIn(root);
  const names = Array.from({ length: 300 }, (_, at) => `visitor-${at}`);
  expect(await Promise.all(names.map((name, at) => add(spool, name, at % 2 === 0)))).toEqual(
    names.map(() => true),
  );
  expect(await drain(spool)).toEqual(names);
  await spool.close();
  expect(readdirSync(root)).toEqual([]);
});

it("X15 it is bounded: what comes beyond is refused, and taken again once there is room", async () => {
  const spool = spoolIn(root, { diskMost: 20_000 });
  const taken: string[] = [];
  for (let at = 0; await add(spool, `visitor-${at}`); at++) taken.push(`visitor-${at}`);
  expect(taken.length).toBeGreaterThan(10);
  expect(spool.bytes).toBeLessThanOrEqual(22_000);
  expect(await drain(spool)).toEqual(taken);
  // What has been read goes as a whole file, once it is quiet.
  await expect.poll(async () => (await drain(spool), spool.bytes)).toBe(0);
  expect(await add(spool, "later")).toBe(true);
  await spool.close();
});

it("X15 what a killed process had taken is all there for the next one, and what it tore is left out", async () => {
  const path = fileURLToPath(new URL("test-spool-process.ts", import.meta.url));
  const child = spawn(process.execPath, [path, root], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said.split("\n").length).toBeGreaterThan(500);
  child.kill("SIGKILL");
  await once(child, "close");
  for (const name of filesIn(root)) appendFileSync(join(root, name), "MQE1 torn in the middle of a write");

  const next = spoolIn(root, { isAlone: true });
  const read = new Set(await drain(next));
  expect(
    said
      .trim()
      .split("\n")
      .filter((name) => !read.has(name)),
  ).toEqual([]);
  expect(filesIn(root)).toEqual([]);
  await next.close();
});

it("X15 processes that share a folder leave each other's events alone until one is gone", async () => {
  const one = spoolIn(root);
  expect(await add(one, "one")).toBe(true);
  const other = spoolIn(root);
  expect(await drain(other)).toEqual([]);
  await other.close();
  // Nobody has touched its folder for a while.
  for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
  const third = spoolIn(root);
  const fourth = spoolIn(root);
  expect([...(await drain(third)), ...(await drain(fourth))]).toEqual(["one"]);
  await Promise.all([third.close(), fourth.close()]);
  await one.close();
});

it("X15 where nothing can be written nothing is taken, and that is told once", async () => {
  const blocked = join(root, "a-file");
  appendFileSync(blocked, "");
  const spool = spoolIn(join(blocked, "tracking"));
  expect(await add(spool, "one")).toBe(false);
  expect(warned).toHaveLength(1);
  await spool.close();
});
