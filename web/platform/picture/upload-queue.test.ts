import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setSite } from "../environment/site.ts";
import { drawJpeg } from "../testing/sample-photos.ts";
import { siteForTests } from "../testing/test-site.ts";
import { queueUpload } from "./upload-queue.ts";

const RealWorker = Worker;
let decoding: number;
let decodedMost: number;
let sends: HeldRequest[];

/** Counts those that are at work at one moment. */
class CountedWorker extends RealWorker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    decodedMost = Math.max(decodedMost, ++decoding);
  }
  override terminate() {
    decoding--;
    super.terminate();
  }
}
/** An upload that is answered when the test says so. */
class HeldRequest {
  upload = {};
  status = 200;
  responseText = "";
  onload: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  onabort: (() => void) | null = null;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  send() {
    sends.push(this);
  }
  answer(pictureId: string) {
    const data = { pictureId, width: 400, height: 300, url: "/media/cover.svg" };
    this.responseText = JSON.stringify({ code: "00", data });
    this.onload?.();
    this.onloadend?.();
  }
}
beforeEach(() => {
  setSite(siteForTests);
  [decoding, decodedMost, sends] = [0, 0, []];
  vi.stubGlobal("Worker", CountedWorker);
  vi.stubGlobal("XMLHttpRequest", HeldRequest);
});
afterEach(() => vi.unstubAllGlobals());

it("S03 of several pictures one is made smaller at a time, and two are sent; one taken away makes room", async () => {
  const photo = new File([await drawJpeg({ width: 400, height: 300 })], "a.jpg", { type: "image/jpeg" });
  const stops = Array.from({ length: 5 }, () => new AbortController());
  let small = 0;
  const all = stops.map(({ signal }) =>
    queueUpload(photo, 1280, { signal, onProgress: () => {}, onSmall: () => small++ }).catch(() => "stopped"),
  );
  await expect.poll(() => sends.length).toBe(2);
  // The others would be on their way by now.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([sends.length, small, decodedMost]).toEqual([2, 2, 1]);
  // One that waits, and one that is under way.
  stops[2]?.abort();
  stops[1]?.abort();
  await expect.poll(() => sends.length).toBe(3);
  sends[0]?.answer("901");
  await expect.poll(() => sends.length).toBe(4);
  sends[2]?.answer("904");
  sends[3]?.answer("905");
  expect(await Promise.all(all)).toEqual(["901", "stopped", "stopped", "904", "905"]);
  expect(decodedMost).toBe(1);
});
