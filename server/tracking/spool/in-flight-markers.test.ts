import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { encodeFrames, readFrame } from "./frames.ts";
import { dropOldQuarantine, readMarker } from "./in-flight-markers.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-poison-"));
  root = join(folder, "tracking");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const frameOf = (name: string): Buffer =>
  encodeFrames(
    [{ body: Buffer.from(sampleForm.data(sampleEvent({ distinct_id: name }))), project: "App" }],
    Date.now(),
  );
/**
 * Creates the folder of a killed process; one of its files has a body that kills the process that reads it.
 */
function createOrphan(): void {
  const orphan = join(root, "orphan");
  mkdirSync(orphan, { recursive: true });
  writeFileSync(join(orphan, "first.events"), Buffer.concat(["a", "poison", "b"].map(frameOf)));
  writeFileSync(join(orphan, "second.events"), frameOf("c"));
}
type Run = { readonly isKilled: boolean; readonly output: string[] };
async function run(...args: string[]): Promise<Run> {
  const script = fileURLToPath(new URL("./test-poison-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, root, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return { isKilled: signal === "SIGKILL", output: output.trim().split("\n") };
}

it.each(["reading", "storing"])(
  "X15 a body that crashes the process at %s it crashes two, then it is quarantined and logged; the others are stored",
  async (moment) => {
    createOrphan();
    expect((await run(moment)).isKilled).toBe(true);
    expect((await run(moment)).isKilled).toBe(true);
    const { isKilled, output } = await run(moment);
    expect([isKilled, output.at(-1)]).toEqual([false, "ended"]);
    expect(output).toEqual(expect.arrayContaining(["stored b", "stored c"]));
    expect(output.filter((line) => line.startsWith("logged "))).toEqual([
      "logged event worker crashed twice, batch quarantined",
    ]);
    const [copy = "", ...more] = readdirSync(`${root}-aside`);
    expect(more).toEqual([]);
    const { entries = [] } = readFrame(readFileSync(join(`${root}-aside`, copy))) ?? {};
    expect(entries.map(({ body }) => Buffer.from(body).toString().startsWith("data="))).toEqual([true]);
    // The quarantined body is not read again.
    expect((await run(moment)).output).toEqual(["ended"]);
    expect(existsSync(root) ? readdirSync(root) : []).toEqual([]);
  },
);

it("X15 without the markers it crashes every process", async () => {
  createOrphan();
  for (let time = 0; time < 3; time++) expect((await run("reading", "unmarked")).isKilled).toBe(true);
});

it("X15 a file's name contains its marker; quarantined files are deleted after a week", async () => {
  expect(["a.events", "a.read.events", "a.read-4096.events"].map(readMarker)).toEqual([
    { isSuspect: false, poisonAt: null },
    { isSuspect: true, poisonAt: null },
    { isSuspect: true, poisonAt: 4096 },
  ]);
  await dropOldQuarantine(join(folder, "none"));
  for (const name of ["old", "new"]) writeFileSync(join(folder, name), "");
  const longAgo = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(join(folder, "old"), longAgo, longAgo);
  await dropOldQuarantine(folder);
  expect(readdirSync(folder)).toEqual(["new"]);
});
