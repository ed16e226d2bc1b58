import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeFrames } from "../spool/frames.ts";
import { createSpoolReader, TemporaryReadFailure } from "./reader.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "marque-reader-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const told: unknown[] = [];
const log = { error: (...what: unknown[]) => told.push(what) } as never;
const options = { rowsMost: 10, isHandedOn: false };

test("X15 a file that the system does not give breaks no thread, and says why", async () => {
  const reader = createSpoolReader(options, log);
  const codeOf = async (path: string): Promise<string | null> => {
    const error: unknown = await reader.read({ path, from: 0, to: 9 }).catch((refused: unknown) => refused);
    return error instanceof TemporaryReadFailure ? error.code : "read";
  };
  expect([await codeOf(join(folder, "gone")), await codeOf(folder)]).toEqual(["ENOENT", "EISDIR"]);
  const path = join(folder, "a.events");
  const bytes = encodeFrames(
    [{ body: Buffer.from(sampleForm.data(sampleEvent())), project: "App" }],
    Date.now(),
  );
  writeFileSync(path, bytes);
  expect(await reader.read({ path, from: 0, to: bytes.length })).toMatchObject({ next: bytes.length });
  expect(told).toEqual([]);
  await reader.close();
});

test("X15 where no thread can be had it is not what was sent", async () => {
  const reader = createSpoolReader(options, log, new URL("no-such-thread.ts", import.meta.url));
  await expect(reader.read({ path: folder, from: 0, to: 9 })).rejects.toBeInstanceOf(TemporaryReadFailure);
  await reader.close();
});
