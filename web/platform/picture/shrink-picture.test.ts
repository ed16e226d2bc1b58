import { afterEach, describe, expect, it, vi } from "vitest";
import { callLimits } from "#contract/core/call-limits.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import { drawJpeg, concatBytes, redSide, withExif } from "../testing/sample-photos.ts";

afterEach(() => vi.restoreAllMocks());

const file = (bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): File =>
  new File([bytes], "photo", { type });
const sizeOf = async (picture: Blob): Promise<[number, number]> => {
  const { width, height } = await createImageBitmap(picture);
  return [width, height];
};
const textOf = async (picture: Blob): Promise<string> =>
  new TextDecoder("latin1").decode(await picture.arrayBuffer());
const noWorker = (): Worker => {
  throw new Error("no workers here");
};
const brokenWorker = (): Worker => new Worker(URL.createObjectURL(new Blob(["throw new Error('broken')"])));
const startWorker = undefined;

describe.each([
  ["in a worker", startWorker],
  ["on this thread where no worker can be made", noWorker],
  ["on this thread where the worker fails", brokenWorker],
])("a picture made smaller %s", (_where, start) => {
  it("S01 S02 4000×3000 becomes JPEG of quality 0.9, its longest side as asked for", async () => {
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, "toBlob");
    const taken = file(await drawJpeg({ width: 4000, height: 3000, noise: 2_000 }));
    const small = await shrinkPicture(taken, 1080, start);
    expect(await sizeOf(small)).toEqual([1080, 810]);
    expect(small.type).toBe("image/jpeg");
    expect(toBlob.mock.calls.map(([, type, quality]) => [type, quality])).toEqual([["image/jpeg", 0.9]]);
  });
  it("S03 all eight orientations come out upright, without a place", async () => {
    // At once: the browser writes a picture when it is idle, or after a second.
    const seen = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => {
        const held = withExif(await drawJpeg({ width: 600, height: 400, orientation }), orientation);
        expect(await textOf(file(held))).toContain("GPS");
        const small = await shrinkPicture(file(held), 300, start);
        expect(await textOf(small)).not.toContain("GPS");
        return [orientation, await sizeOf(small), await redSide(small)];
      }),
    );
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [orientation, [300, 200], "left"]));
  });
  it("S03 what can not be decoded says so", async () => {
    const jpeg = await drawJpeg({ width: 300, height: 300 });
    const heic = new TextEncoder().encode("\0\0\0\u0018ftypheic\0\0\0\0mif1heic");
    for (const bytes of [heic, jpeg.subarray(0, 40), new Uint8Array(0)])
      await expect(shrinkPicture(file(bytes), 300, start)).rejects.toMatchObject({ fault: "unreadable" });
  });
});

describe("never larger", () => {
  it("S01 S03 a small one keeps its size, whatever is asked for", async () => {
    const taken = file(await drawJpeg({ width: 320, height: 240 }));
    const kept = await shrinkPicture(taken, 1280);
    expect(await sizeOf(kept)).toEqual([320, 240]);
    expect(kept.size).toBeLessThanOrEqual(taken.size);
  });
  it("S03 one that would grow by being written anew keeps its own bytes, but not its place", async () => {
    const poor = await drawJpeg({ width: 640, height: 480, quality: 0.3, noise: 4_000 });
    const behind = new TextEncoder().encode("GPS behind the picture");
    const taken = file(concatBytes(withExif(poor, 1), behind));
    const kept = await shrinkPicture(taken, 1280);
    expect(kept.size).toBe(poor.length);
    expect(await textOf(kept)).not.toContain("GPS");
    expect(await redSide(kept)).toBe("left");
  });
  it("S03 one that is upright only by its metadata is written anew all the same", async () => {
    const poor = await drawJpeg({ width: 640, height: 480, orientation: 6, quality: 0.3, noise: 4_000 });
    const kept = await shrinkPicture(file(withExif(poor, 6)), 1280);
    expect([await sizeOf(kept), await redSide(kept)]).toEqual([[640, 480], "left"]);
    expect(await textOf(kept)).not.toContain("GPS");
  });
});

it("S03 what shows through becomes white", async () => {
  const canvas = new OffscreenCanvas(300, 300);
  canvas.getContext("2d");
  const clear = await canvas.convertToBlob({ type: "image/png" });
  const small = await shrinkPicture(clear, 200);
  const context = new OffscreenCanvas(200, 200).getContext("2d");
  context?.drawImage(await createImageBitmap(small), 0, 0);
  expect([...(context?.getImageData(100, 100, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
});

it("S03 a huge file and a tiny picture are refused before anything is sent", async () => {
  const huge = file(await drawJpeg({ width: 300, height: 300 }));
  Object.defineProperty(huge, "size", { value: callLimits.picture.maxSourceBytes + 1 });
  await expect(shrinkPicture(huge, 1280)).rejects.toMatchObject({ fault: "tooLarge" });
  const tiny = file(await drawJpeg({ width: 199, height: 500 }));
  await expect(shrinkPicture(tiny, 1280)).rejects.toMatchObject({ fault: "tooSmall" });
});

it("S03 a web view without createImageBitmap's options turns pictures upright by an img", async () => {
  vi.spyOn(globalThis, "createImageBitmap").mockRejectedValue(new TypeError("no options"));
  const held = withExif(await drawJpeg({ width: 600, height: 400, orientation: 6 }), 6);
  const small = await shrinkPicture(file(held), 300, noWorker);
  vi.restoreAllMocks();
  expect([await sizeOf(small), await redSide(small)]).toEqual([[300, 200], "left"]);
});
