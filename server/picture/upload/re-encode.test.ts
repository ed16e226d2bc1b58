import { Readable } from "node:stream";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { rotatedPhoto, photo } from "./test-photos.ts";
import { readPictureBody, reencodePicture } from "./re-encode.ts";
import { pictureMessages } from "../messages.ts";

const isRed = async (bytes: Buffer, left: number, top: number): Promise<boolean> => {
  const [red = 0, green = 0] = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return red > 150 && green < 100;
};
const refusedFor = async (bytes: Buffer): Promise<[string, string]> => {
  const error = await reencodePicture(bytes).then(
    () => new Error("taken"),
    (refused: unknown) => refused as Error & { refusal: string },
  );
  return ["refusal" in error ? error.refusal : "", error.message];
};

/** Builds a PNG chunk; decoders check the header's numbers before its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}
/** Builds a few KB that would decode to gigabytes of pixels. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

describe("S03 re-encoding of an upload", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "S03 EXIF orientation %i is rotated upright, without GPS position",
    async (held) => {
      const taken = await rotatedPhoto(held);
      expect((await sharp(taken).metadata()).exif?.includes("Camera")).toBe(true);
      const { bytes, width, height } = await reencodePicture(taken);
      expect([width, height]).toEqual([600, 400]);
      expect([await isRed(bytes, 20, 200), await isRed(bytes, 580, 200)]).toEqual([true, false]);
      const kept = await sharp(bytes).metadata();
      expect([kept.format, kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([
        "jpeg",
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    },
  );
  it("S01 a large picture is scaled down, a small one is never enlarged", async () => {
    const large = await reencodePicture(await photo(4000, 3000));
    expect([large.width, large.height]).toEqual([2560, 1920]);
    const small = await reencodePicture(await photo(300, 200));
    expect([small.width, small.height]).toEqual([300, 200]);
  });
  it("S03 PNG and WebP are accepted, too; transparency becomes white", async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: "#00000000" } });
    for (const bytes of [await clear.png().toBuffer(), await clear.webp().toBuffer()]) {
      const kept = await reencodePicture(bytes);
      const [red] = await sharp(kept.bytes).raw().toBuffer();
      expect(red).toBeGreaterThan(250);
    }
  });
  it("S03 a second file inside or behind a picture is dropped", async () => {
    const script = "<script>alert(document.cookie)</script>";
    const behind = Buffer.concat([await photo(), Buffer.from(`PK\x03\x04${script}`)]);
    const commented = await sharp(await photo())
      .withExif({ IFD0: { ImageDescription: script } })
      .jpeg()
      .toBuffer();
    for (const bytes of [behind, commented]) {
      expect(bytes.includes("<script>")).toBe(true);
      expect((await reencodePicture(bytes)).bytes.includes("<script>")).toBe(false);
    }
  });
});

describe("S03 refusals and their messages", () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>`;
  it.each([
    ["a drawing with a script", Buffer.from(drawing)],
    ["a drawing behind an XML header", Buffer.from(`<?xml version="1.0"?>${drawing}`)],
    ["a page", Buffer.from("<!doctype html><img src=x onerror=alert(1)>")],
    ["a GIF that is a script too", Buffer.from("GIF89a/*\x01\x00*/=1;alert(1)//")],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xff\xd8\xff")],
    ["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["a program", Buffer.from("MZ\x90\0")],
    ["nothing", Buffer.alloc(0)],
  ])("S03 %s", async (_what, bytes) => {
    expect(await refusedFor(bytes)).toEqual(["unsupportedType", pictureMessages.notAPhoto]);
  });
  it("S03 a decompression bomb, before any pixel is decoded", async () => {
    const bytes = bomb(60_000);
    expect(bytes.length).toBeLessThan(4_000);
    expect(await refusedFor(bytes)).toEqual(["tooLarge", pictureMessages.tooManyPixels]);
  });
  it("S03 a truncated picture, and the header of a JPEG alone", async () => {
    const whole = await photo();
    expect(await refusedFor(whole.subarray(0, whole.length / 2))).toEqual([
      "unsupportedType",
      pictureMessages.broken,
    ]);
    expect(await refusedFor(Buffer.from("\xff\xd8\xff\xe0nothing", "latin1"))).toEqual([
      "unsupportedType",
      pictureMessages.broken,
    ]);
  });
  it("S03 a picture too small to be readable", async () => {
    expect(await refusedFor(await photo(199, 400))).toEqual([
      "unsupportedType",
      pictureMessages.tooSmall(200),
    ]);
  });
  it("S03 an extremely narrow strip, upright or not", async () => {
    expect(await refusedFor(await photo(4_001, 200))).toEqual(["unsupportedType", pictureMessages.tooNarrow]);
    expect(await refusedFor(await photo(200, 4_001))).toEqual(["unsupportedType", pictureMessages.tooNarrow]);
    const { width, height } = await reencodePicture(await photo(4_000, 200));
    expect([width, height]).toEqual([2_560, 128]);
  });
  it("S03 a body over the limit is not read further, an aborted body is refused", async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1_000;
          yield Buffer.alloc(1_000);
        }
      })(),
    );
    await expect(readPictureBody(endless, 10_000)).rejects.toMatchObject({ refusal: "tooLarge" });
    expect(sent).toBeLessThan(50_000);
    const broken = new Readable({
      read() {
        this.destroy(new Error("aborted"));
      },
    });
    await expect(readPictureBody(broken, 10_000)).rejects.toMatchObject({ refusal: "badRequest" });
  });
});
