import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setSite } from "../environment/site.ts";
import { drawJpeg } from "../testing/sample-photos.ts";
import { siteForTests } from "../testing/test-site.ts";
import { queueUpload } from "./upload-queue.ts";

const RealWorker = Worker;
let activeWorkers: number;
let maxWorkers: number;
let finishedWorkers: number;
let uploads: HeldRequest[];

/** Counts the workers that run at the same time. */
class CountedWorker extends RealWorker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    maxWorkers = Math.max(maxWorkers, ++activeWorkers);
  }
  override terminate() {
    activeWorkers--;
    finishedWorkers++;
    super.terminate();
  }
}
/** An upload that the test answers. */
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
    uploads.push(this);
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
  [activeWorkers, maxWorkers, finishedWorkers, uploads] = [0, 0, 0, []];
  vi.stubGlobal("Worker", CountedWorker);
  vi.stubGlobal("XMLHttpRequest", HeldRequest);
});
afterEach(() => vi.unstubAllGlobals());

it("S03 resizes one picture at a time and uploads two; an aborted one makes room for the next", async () => {
  const photo = new File([await drawJpeg({ width: 400, height: 300 })], "a.jpg", { type: "image/jpeg" });
  const stops = Array.from({ length: 5 }, () => new AbortController());
  let resized = 0;
  const all = stops.map(({ signal }) =>
    queueUpload(photo, 1280, { signal, onProgress: () => {}, onResized: () => resized++ }).catch(
      () => "stopped",
    ),
  );
  // All pictures are decoded, and the third one waits for its upload since the fourth one is resized.
  await expect.poll(() => finishedWorkers).toBe(5);
  expect([uploads.length, resized, maxWorkers]).toEqual([2, 2, 1]);
  // One that waits, and one in progress.
  stops[2]?.abort();
  stops[1]?.abort();
  await expect.poll(() => uploads.length).toBe(3);
  uploads[0]?.answer("901");
  await expect.poll(() => uploads.length).toBe(4);
  uploads[2]?.answer("904");
  uploads[3]?.answer("905");
  expect(await Promise.all(all)).toEqual(["901", "stopped", "stopped", "904", "905"]);
  expect(maxWorkers).toBe(1);
});
