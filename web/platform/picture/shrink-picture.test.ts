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
  ["on this thread when no worker can be created", noWorker],
  ["on this thread when the worker fails", brokenWorker],
])("scales a picture down %s", (_where, start) => {
  it("S01 S02 4000×3000 becomes JPEG of quality 0.9, its longest side as requested", async () => {
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, "toBlob");
    const photo = file(await drawJpeg({ width: 4000, height: 3000, noise: 2_000 }));
    const small = await shrinkPicture(photo, 1080, start);
    expect(await sizeOf(small)).toEqual([1080, 810]);
    expect(small.type).toBe("image/jpeg");
    expect(toBlob.mock.calls.map(([, type, quality]) => [type, quality])).toEqual([["image/jpeg", 0.9]]);
  });
  it("S03 rotates all eight orientations upright and removes the location", async () => {
    // In parallel: the browser encodes a picture when it is idle, or after a second.
    const seen = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => {
        const photo = withExif(await drawJpeg({ width: 600, height: 400, orientation }), orientation);
        expect(await textOf(file(photo))).toContain("GPS");
        const small = await shrinkPicture(file(photo), 300, start);
        expect(await textOf(small)).not.toContain("GPS");
        return [orientation, await sizeOf(small), await redSide(small)];
      }),
    );
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [orientation, [300, 200], "left"]));
  });
  it("S03 reports a file that cannot be decoded", async () => {
    const jpeg = await drawJpeg({ width: 300, height: 300 });
    const heic = new TextEncoder().encode("\0\0\0\u0018ftypheic\0\0\0\0mif1heic");
    for (const bytes of [heic, jpeg.subarray(0, 40), new Uint8Array(0)])
      await expect(shrinkPicture(file(bytes), 300, start)).rejects.toMatchObject({ fault: "unreadable" });
  });
});

describe("never larger", () => {
  it("S01 S03 a small picture keeps its size, whatever is requested", async () => {
    const photo = file(await drawJpeg({ width: 320, height: 240 }));
    const result = await shrinkPicture(photo, 1280);
    expect(await sizeOf(result)).toEqual([320, 240]);
    expect(result.size).toBeLessThanOrEqual(photo.size);
  });
  it("S03 a picture that would grow by encoding keeps its own bytes, but not its location", async () => {
    const poor = await drawJpeg({ width: 640, height: 480, quality: 0.3, noise: 4_000 });
    const trailing = new TextEncoder().encode("GPS trailing the picture");
    const photo = file(concatBytes(withExif(poor, 1), trailing));
    const result = await shrinkPicture(photo, 1280);
    expect(result.size).toBe(poor.length);
    expect(await textOf(result)).not.toContain("GPS");
    expect(await redSide(result)).toBe("left");
  });
  it("S03 a picture that is upright only by its metadata is always encoded", async () => {
    const poor = await drawJpeg({ width: 640, height: 480, orientation: 6, quality: 0.3, noise: 4_000 });
    const result = await shrinkPicture(file(withExif(poor, 6)), 1280);
    expect([await sizeOf(result), await redSide(result)]).toEqual([[640, 480], "left"]);
    expect(await textOf(result)).not.toContain("GPS");
  });
});

it("S03 transparent parts become white", async () => {
  const canvas = new OffscreenCanvas(300, 300);
  canvas.getContext("2d");
  const transparent = await canvas.convertToBlob({ type: "image/png" });
  const small = await shrinkPicture(transparent, 200);
  const context = new OffscreenCanvas(200, 200).getContext("2d");
  context?.drawImage(await createImageBitmap(small), 0, 0);
  expect([...(context?.getImageData(100, 100, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
});

it("S03 refuses a huge file and a tiny picture before an upload", async () => {
  const huge = file(await drawJpeg({ width: 300, height: 300 }));
  Object.defineProperty(huge, "size", { value: callLimits.picture.maxSourceBytes + 1 });
  await expect(shrinkPicture(huge, 1280)).rejects.toMatchObject({ fault: "tooLarge" });
  const tiny = file(await drawJpeg({ width: 199, height: 500 }));
  await expect(shrinkPicture(tiny, 1280)).rejects.toMatchObject({ fault: "tooSmall" });
});

it("S03 a web view without createImageBitmap's options rotates pictures by an img", async () => {
  vi.spyOn(globalThis, "createImageBitmap").mockRejectedValue(new TypeError("no options"));
  const photo = withExif(await drawJpeg({ width: 600, height: 400, orientation: 6 }), 6);
  const small = await shrinkPicture(file(photo), 300, noWorker);
  vi.restoreAllMocks();
  expect([await sizeOf(small), await redSide(small)]).toEqual([[300, 200], "left"]);
});
