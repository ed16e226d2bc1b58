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
import { encodeFrames } from "./frames.ts";
import { Spool } from "./spool.ts";
import { OrphanSpools } from "./orphan-spools.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

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
const bodyOf = (name: string): Buffer => Buffer.from(sampleForm.data(sampleEvent({ distinct_id: name })));
const add = (spool: Spool, name: string, isForced = false): Promise<boolean> =>
  new Promise((resolve) => {
    if (!spool.add({ body: bodyOf(name), project: "App" }, isForced, resolve)) resolve(false);
  });
/** Reads and removes everything that is there. @returns whose events it was */
async function drain(spool: Spool): Promise<string[]> {
  await spool.settled();
  const names: string[] = [];
  for (let file = spool.next(); file; file = spool.next()) {
    if (!existsSync(file.path)) {
      await spool.forget(file);
      continue;
    }
    while (file.at < file.size) {
      const read = readSpoolPart(
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
  const path = fileURLToPath(new URL("./test-spool-process.ts", import.meta.url));
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

it("X15 a process that lives whose folder another has taken begins a new one: nothing that is answered is lost", async () => {
  const one = spoolIn(root);
  expect(await add(one, "before")).toBe(true);
  for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
  const other = spoolIn(root);
  await other.settled();
  // Its file is open still.
  expect([await add(one, "after"), await add(one, "forced", true)]).toEqual([true, true]);
  expect(await drain(other)).toEqual(["before"]);
  expect(await drain(one)).toEqual(["after", "forced"]);
  await Promise.all([one.close(), other.close()]);
  expect(readdirSync(root)).toEqual([]);
});

it("X15 where DATA_DIR is emptied under it, it goes on in a new folder", async () => {
  const spool = spoolIn(root);
  expect(await add(spool, "one")).toBe(true);
  rmSync(root, { recursive: true });
  expect(await add(spool, "two")).toBe(true);
  expect(await drain(spool)).toEqual(["two"]);
  // Also where nothing comes meanwhile.
  rmSync(root, { recursive: true });
  await expect.poll(() => readdirSync(dirname(root)).includes(basename(root))).toBe(true);
  await spool.close();
});

it("X15 whether a process is gone is told by looks at its folder, whatever its clock says", async () => {
  const own = join(root, "own");
  const folder = join(root, "of-another");
  for (const made of [own, folder]) mkdirSync(made);
  writeFileSync(join(folder, "a.events"), encodeFrames([{ body: bodyOf("another"), project: "App" }], 0));
  let elapsed = 0;
  const heirs = new OrphanSpools({ root, isAlone: false, elapsed: () => elapsed });
  const look = async (at: number): Promise<number> => {
    elapsed = at;
    return (await heirs.take(own)).length;
  };
  // An hour behind ours, and it lives.
  const touch = (second: number): void => utimesSync(folder, 0, Date.now() / 1_000 - 3_600 + second);
  touch(0);
  expect([await look(0), await look(14_999)]).toEqual([0, 0]);
  touch(1);
  expect([await look(15_000), await look(29_999)]).toEqual([0, 0]);
  expect([await look(30_000), await look(60_000)]).toEqual([1, 0]);
  expect(readdirSync(root)).toEqual(["own"]);
});

it("X15 a file that cannot be read is left alone for a while, and put aside as it is in the end", async () => {
  mkdirSync(join(root, "killed"));
  writeFileSync(join(root, "killed", "a.events"), encodeFrames([{ body: bodyOf("one"), project: "App" }], 0));
  const spool = spoolIn(root, { isAlone: true });
  await spool.settled();
  const file = spool.next();
  if (!file) throw new Error("nothing was taken over");
  for (let time = 0; time < 9; time++) await spool.rest(file, new Error("EIO"));
  expect([spool.next(), filesIn(root).length]).toEqual([undefined, 1]);
  await spool.rest(file, new Error("EIO"));
  expect([filesIn(root), spool.bytes]).toEqual([[], 0]);
  expect(filesIn(`${root}-aside`)).toEqual(["a.events"]);
  rmSync(`${root}-aside`, { recursive: true });
  await spool.close();
});

it("X15 where nothing can be written nothing is taken, and that is told once; it is taken once it can be", async () => {
  const blocked = join(root, "a-file");
  appendFileSync(blocked, "");
  const spool = spoolIn(join(blocked, "tracking"));
  expect(await add(spool, "one")).toBe(false);
  expect(warned).toHaveLength(1);
  rmSync(blocked);
  await expect.poll(() => add(spool, "two")).toBe(true);
  expect(await drain(spool)).toEqual(["two"]);
  await spool.close();
});
