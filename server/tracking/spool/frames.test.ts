import { expect, it } from "vitest";
import { frameLength, encodeFrames, readFrame, type ReceivedBody } from "./frames.ts";

const entry = (text: string, project: ReceivedBody["project"] = "App"): ReceivedBody => ({
  body: Buffer.from(text),
  project,
});
/** Decodes all frames, with bodies as strings. */
function framesIn(bytes: Buffer): { now: number; bodies: string[] }[] {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const length = frameLength(bytes.subarray(at)) ?? 0;
    const frame = readFrame(bytes.subarray(at, at + length));
    if (!frame) throw new Error(`no frame at ${at}`);
    const bodies = frame.entries.map(({ body, project }) => `${project} ${Buffer.from(body).toString()}`);
    found.push({ now: frame.now, bodies });
    at += length;
  }
  return found;
}

it("X15 a frame preserves bodies, projects and time", () => {
  const bytes = encodeFrames([entry("one"), entry(""), entry("三", "dianshang")], 1_795_000_000_123);
  expect(framesIn(bytes)).toEqual([{ now: 1_795_000_000_123, bodies: ["App one", "App ", "dianshang 三"] }]);
});

it("X15 a frame ends at 64 KB, and a body of 256 KB fits in one", () => {
  const small = Array.from({ length: 200 }, () => entry("x".repeat(1_000)));
  const frames = framesIn(encodeFrames([...small, entry("y".repeat(256 * 1024)), entry("z")], 1));
  expect(frames.map(({ bodies }) => bodies.length)).toEqual([66, 66, 66, 3, 1]);
  expect(frames.flatMap(({ bodies }) => bodies)).toHaveLength(202);
});

it("X15 an incomplete or corrupt frame is not decoded", () => {
  const bytes = encodeFrames([entry("one"), entry("two")], 1);
  for (let length = 0; length < bytes.length; length++)
    expect([length, readFrame(bytes.subarray(0, length))]).toEqual([length, null]);
  for (const at of [0, 5, 9, 21, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, readFrame(changed)]).toEqual([at, null]);
  }
});
