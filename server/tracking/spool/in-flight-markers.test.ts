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
/** A folder as a process leaves it that was killed; one of its files has a body that kills whoever reads it. */
function leave(): void {
  const left = join(root, "left");
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "first.events"), Buffer.concat(["a", "poison", "b"].map(frameOf)));
  writeFileSync(join(left, "second.events"), frameOf("c"));
}
type Run = { readonly isKilled: boolean; readonly said: string[] };
async function run(...how: string[]): Promise<Run> {
  const script = fileURLToPath(new URL("./test-poison-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, root, ...how], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return { isKilled: signal === "SIGKILL", said: said.trim().split("\n") };
}

it.each(["reading", "storing"])(
  "X15 a body that ends the process at %s it ends two, is put aside and told of; everybody else's is stored",
  async (where) => {
    leave();
    expect((await run(where)).isKilled).toBe(true);
    expect((await run(where)).isKilled).toBe(true);
    const { isKilled, said } = await run(where);
    expect([isKilled, said.at(-1)]).toEqual([false, "ended"]);
    expect(said).toEqual(expect.arrayContaining(["stored b", "stored c"]));
    expect(said.filter((line) => line.startsWith("told "))).toEqual([
      "told events over which the process ended twice were put aside",
    ]);
    const [copy = "", ...more] = readdirSync(`${root}-aside`);
    expect(more).toEqual([]);
    const { entries = [] } = readFrame(readFileSync(join(`${root}-aside`, copy))) ?? {};
    expect(entries.map(({ body }) => Buffer.from(body).toString().startsWith("data="))).toEqual([true]);
    // Nobody reads it again.
    expect((await run(where)).said).toEqual(["ended"]);
    expect(existsSync(root) ? readdirSync(root) : []).toEqual([]);
  },
);

it("X15 without the marks it ends every process", async () => {
  leave();
  for (let time = 0; time < 3; time++) expect((await run("reading", "unmarked")).isKilled).toBe(true);
});

it("X15 a name tells how it was read; what was put aside goes after a week", async () => {
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
