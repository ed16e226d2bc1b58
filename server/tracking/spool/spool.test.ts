import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSpoolPart } from "../load/spool-part-reader.ts";
import type { CopiesStore } from "../copies/copies-store.ts";
import { SpoolCopies } from "../copies/spool-copies.ts";
import { encodeFrames } from "./frames.ts";
import { Spool } from "./spool.ts";
import { OrphanSpools } from "./orphan-spools.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

type SpoolOptions = { maxDiskBytes?: number; isAlone?: boolean; insert?: () => Promise<void> };

let root: string;
let warnings: unknown[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "marque-spool-"));
  warnings = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const spoolIn = (
  folder: string,
  { maxDiskBytes = 1e9, isAlone = false, insert }: SpoolOptions = {},
): Spool => {
  const log = { warn: (...args: unknown[]) => warnings.push(args), error: () => {} };
  const store = { insert, remove: async () => {}, hasOrphans: async () => false } as unknown as CopiesStore;
  const cipher = { encrypt: async (bytes: Buffer) => bytes } as never;
  return new Spool({
    copies: insert ? new SpoolCopies({ store, cipher, holder: "", log: log as never }) : null,
    root: folder,
    isAlone,
    maxDiskBytes,
    now: () => 1_795_000_000_000,
    log: log as never,
    onWritten: () => {},
  });
};
const bodyOf = (name: string): Buffer => Buffer.from(sampleForm.data(sampleEvent({ distinct_id: name })));
const add = (spool: Spool, name: string, isDurable = false): Promise<boolean> =>
  new Promise((resolve) => {
    if (!spool.add({ body: bodyOf(name), project: "App" }, isDurable, resolve)) resolve(false);
  });
/** Reads and removes everything in the spool. @returns the ids of the events' visitors */
async function drain(spool: Spool): Promise<string[]> {
  await spool.settled();
  const names: string[] = [];
  for (let file = spool.next(); file; file = spool.next()) {
    if (!existsSync(file.path)) {
      await spool.drop(file);
      continue;
    }
    while (file.offset < file.size) {
      const read = readSpoolPart(
        { path: file.path, from: file.offset, to: file.size },
        { maxRows: 100, isForwarded: false },
      );
      for (const { text } of read.chunks)
        names.push(...(JSON.parse(text) as { distinct_id: string }[]).map(({ distinct_id }) => distinct_id));
      file.offset = read.next;
    }
    if (!file.isOpen) await spool.remove(file);
  }
  return names;
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".events"));

it("X15 accepted bodies can be read in their order, synced or not, and nothing is left behind", async () => {
  const spool = spoolIn(root);
  const names = Array.from({ length: 300 }, (_, at) => `visitor-${at}`);
  expect(await Promise.all(names.map((name, at) => add(spool, name, at % 2 === 0)))).toEqual(
    names.map(() => true),
  );
  expect(await drain(spool)).toEqual(names);
  await spool.close();
  expect(readdirSync(root)).toEqual([]);
});

it("X15 the spool is bounded: more bodies are refused until there is room", async () => {
  const spool = spoolIn(root, { maxDiskBytes: 20_000 });
  const accepted: string[] = [];
  for (let at = 0; await add(spool, `visitor-${at}`); at++) accepted.push(`visitor-${at}`);
  expect(accepted.length).toBeGreaterThan(10);
  expect(spool.bytes).toBeLessThanOrEqual(22_000);
  expect(await drain(spool)).toEqual(accepted);
  // Files that were read are removed once nothing more is written.
  await expect.poll(async () => (await drain(spool), spool.bytes)).toBe(0);
  expect(await add(spool, "later")).toBe(true);
  await spool.close();
});

it("X15 the next process reads everything that a killed one had accepted, except an incomplete frame", async () => {
  const path = fileURLToPath(new URL("./test-spool-process.ts", import.meta.url));
  const child = spawn(process.execPath, [path, root], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output.split("\n").length).toBeGreaterThan(500);
  child.kill("SIGKILL");
  await once(child, "close");
  for (const name of filesIn(root)) appendFileSync(join(root, name), "MQE1 torn in the middle of a write");

  const next = spoolIn(root, { isAlone: true });
  const read = new Set(await drain(next));
  expect(
    output
      .trim()
      .split("\n")
      .filter((name) => !read.has(name)),
  ).toEqual([]);
  expect(filesIn(root)).toEqual([]);
  await next.close();
});

it("X15 processes with the same root do not touch each other's events until one has ended", async () => {
  const one = spoolIn(root);
  expect(await add(one, "one")).toBe(true);
  const other = spoolIn(root);
  expect(await drain(other)).toEqual([]);
  await other.close();
  // Makes the folder look as if it had not been touched for long.
  for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
  const third = spoolIn(root);
  const fourth = spoolIn(root);
  expect([...(await drain(third)), ...(await drain(fourth))]).toEqual(["one"]);
  await Promise.all([third.close(), fourth.close()]);
  await one.close();
});

it("X15 a running process whose folder was adopted creates a new one, and no acknowledged body is lost", async () => {
  const one = spoolIn(root);
  expect(await add(one, "before")).toBe(true);
  for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
  const other = spoolIn(root);
  await other.settled();
  // Its file is still open.
  expect([await add(one, "after"), await add(one, "forced", true)]).toEqual([true, true]);
  expect(await drain(other)).toEqual(["before"]);
  expect(await drain(one)).toEqual(["after", "forced"]);
  await Promise.all([one.close(), other.close()]);
  expect(readdirSync(root)).toEqual([]);
});

it("X15 if DATA_DIR is emptied, the spool continues in a new folder", async () => {
  const spool = spoolIn(root);
  expect(await add(spool, "one")).toBe(true);
  rmSync(root, { recursive: true });
  expect(await add(spool, "two")).toBe(true);
  expect(await drain(spool)).toEqual(["two"]);
  // The folder is recreated without new bodies too.
  rmSync(root, { recursive: true });
  await expect.poll(() => readdirSync(dirname(root)).includes(basename(root))).toBe(true);
  await spool.close();
});

it("X15 orphaned folders are recognised by two observations, independent of clocks", async () => {
  const own = join(root, "own");
  const folder = join(root, "of-another");
  for (const path of [own, folder]) mkdirSync(path);
  writeFileSync(join(folder, "a.events"), encodeFrames([{ body: bodyOf("another"), project: "App" }], 0));
  let elapsed = 0;
  const orphans = new OrphanSpools({ root, isAlone: false, elapsed: () => elapsed });
  const adoptAt = async (at: number): Promise<number> => {
    elapsed = at;
    return (await orphans.adopt(own)).length;
  };
  // The process runs, with a clock that is an hour behind.
  const touch = (second: number): void => utimesSync(folder, 0, Date.now() / 1_000 - 3_600 + second);
  touch(0);
  expect([await adoptAt(0), await adoptAt(14_999)]).toEqual([0, 0]);
  touch(1);
  expect([await adoptAt(15_000), await adoptAt(29_999)]).toEqual([0, 0]);
  expect([await adoptAt(30_000), await adoptAt(60_000)]).toEqual([1, 0]);
  expect(readdirSync(root)).toEqual(["own"]);
});

it("X15 an unreadable file is postponed several times and then quarantined", async () => {
  mkdirSync(join(root, "killed"));
  writeFileSync(join(root, "killed", "a.events"), encodeFrames([{ body: bodyOf("one"), project: "App" }], 0));
  const spool = spoolIn(root, { isAlone: true });
  await spool.settled();
  const file = spool.next();
  if (!file) throw new Error("nothing was adopted");
  for (let time = 0; time < 9; time++) await spool.postpone(file, new Error("EIO"));
  expect([spool.next(), filesIn(root).length]).toEqual([undefined, 1]);
  await spool.postpone(file, new Error("EIO"));
  expect([filesIn(root), spool.bytes]).toEqual([[], 0]);
  expect(filesIn(`${root}-aside`)).toEqual(["a.events"]);
  rmSync(`${root}-aside`, { recursive: true });
  await spool.close();
});

it("X15 while DATA_DIR is not writable nothing is accepted, with one warning; later bodies are accepted", async () => {
  const blocked = join(root, "a-file");
  appendFileSync(blocked, "");
  const spool = spoolIn(join(blocked, "tracking"));
  expect(await add(spool, "one")).toBe(false);
  expect(warnings).toHaveLength(1);
  rmSync(blocked);
  await expect.poll(() => add(spool, "two")).toBe(true);
  expect(await drain(spool)).toEqual(["two"]);
  await spool.close();
});

it("HA12 with copies a body is accepted when they are committed, and not before", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const spool = spoolIn(root, { insert: () => promise });
  const accepted: string[] = [];
  const adding = ["one", "two"].map(
    async (name, at) => (await add(spool, name, at === 0)) && accepted.push(name),
  );
  // It is written, and can be read.
  expect(await drain(spool)).toEqual(["one", "two"]);
  expect(accepted).toEqual([]);
  resolve();
  await Promise.all(adding);
  expect(accepted).toEqual(["one", "two"]);
  await spool.close();
});

it("HA12 while the database takes no copies, a list is refused and a single event accepted", async () => {
  const spool = spoolIn(root, { insert: () => Promise.reject(new Error("away")) });
  const isAccepted = await Promise.all([add(spool, "of a list", true), add(spool, "single")]);
  expect(isAccepted).toEqual([false, true]);
  // At once, without waiting for the database.
  expect(await Promise.all([add(spool, "next", true), add(spool, "next single")])).toEqual([false, true]);
  expect(await drain(spool)).toEqual(["of a list", "single", "next", "next single"]);
  await spool.close();
});
