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

const errors: unknown[] = [];
const log = { error: (...args: unknown[]) => errors.push(args) } as never;
const options = { maxRows: 10, isForwarded: false };

test("X15 a file that cannot be opened does not crash the thread and fails with the system's code", async () => {
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
  expect(errors).toEqual([]);
  await reader.close();
});

test("X15 a thread that cannot start is a temporary failure", async () => {
  const reader = createSpoolReader(options, log, new URL("no-such-thread.ts", import.meta.url));
  await expect(reader.read({ path: folder, from: 0, to: 9 })).rejects.toBeInstanceOf(TemporaryReadFailure);
  await reader.close();
});
