import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { convert, type OutputFormat } from "./convert.ts";
import { parseOssProcess } from "./oss-process.ts";

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
/** 400 × 200 pixels: red left, green middle, blue right. */
const stripes = () =>
  solid(400, 200, "#00ff00").composite([
    { input: { create: { width: 100, height: 200, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
    { input: { create: { width: 100, height: 200, channels: 3, background: "#0000ff" } }, left: 300, top: 0 },
  ]);
const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
const drawing = (width: number, height: number, fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="100%" fill="${fill}"/></svg>`,
  );

const made = async (original: Buffer, process: string, output: OutputFormat) => {
  const bytes = await convert(original, parseOssProcess(process), output);
  const { width, height, format, hasAlpha } = await sharp(bytes).metadata();
  return { bytes, format, size: `${width}x${height}`, hasAlpha };
};
const colourAt = async (bytes: Buffer, left: number, top: number) => {
  const pixel = await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const names = ["red", "green", "blue"].filter((_name, channel) => (pixel[channel] ?? 0) > 128);
  return names.join("+") || "black";
};

describe("K17 sizes", () => {
  it.each([
    ["m_fill,w_75,h_42", "75x42"],
    ["m_fill,w_800,h_800", "800x800"],
    ["m_fill,w_50", "50x50"],
    ["m_lfit,w_100,h_100", "100x50"],
    ["w_100", "100x50"],
    ["h_100", "200x100"],
    ["w_800", "400x200"],
    ["w_800,limit_0", "800x400"],
    ["m_mfit,w_100,h_100", "200x100"],
    ["m_pad,w_100,h_100", "100x100"],
    ["m_fixed,w_30,h_90", "30x90"],
  ])("K17 %s gives %s", async (resize, size) => {
    const original = await stripes().png().toBuffer();
    expect(await made(original, `image/resize,${resize}`, "png")).toMatchObject({ size, format: "png" });
  });
  it("K17 fill covers and crops both sides alike, fit keeps everything", async () => {
    const original = await stripes().png().toBuffer();
    const filled = await made(original, "image/resize,m_fill,w_100,h_100", "png");
    expect(await colourAt(filled.bytes, 2, 50)).toBe("green");
    expect(await colourAt(filled.bytes, 97, 50)).toBe("green");
    const fitted = await made(original, "image/resize,w_100", "png");
    expect(await colourAt(fitted.bytes, 2, 25)).toBe("red");
    expect(await colourAt(fitted.bytes, 97, 25)).toBe("blue");
  });
  it("K17 rotates a photograph upright and removes its metadata", async () => {
    const original = await stripes()
      .jpeg()
      .withExif({ IFD0: { Copyright: "somebody" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const upright = await made(original, "image/resize,w_100", "jpg");
    expect(upright.size).toBe("100x200");
    expect((await sharp(upright.bytes).metadata()).exif).toBeUndefined();
    expect(await colourAt(upright.bytes, 50, 5)).toBe("red");
  });
  it.each([
    [drawing(40, 20, "#ff0000"), "m_fill,w_800,h_400", "800x400"],
    [drawing(80, 4, "#ff0000"), "w_800,limit_0", "800x40"],
    [drawing(80, 4, "#ff0000"), "m_pad,w_800,h_800", "800x800"],
  ])("K17 draws a drawing at the size asked for, sharp: %#", async (drawn, resize, size) => {
    const big = await made(drawn, `image/resize,${resize}`, "png");
    expect(big.size).toBe(size);
    const { width, height } = await sharp(big.bytes).metadata();
    const edge = await sharp(big.bytes)
      .extract({ left: width / 2 - 4, top: height / 2, width: 8, height: 1 })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const alphas = [3, 7, 11, 15, 19, 23, 27, 31].map((place) => edge[place]);
    expect(alphas.filter((alpha) => alpha !== 0 && alpha !== 255).length).toBeLessThanOrEqual(2);
  });
  it("K17 rasterises even an SVG of extreme proportions", async () => {
    expect((await made(drawing(5000, 2, "#ff0000"), "image/resize,m_fill,w_10,h_2000", "png")).size).toBe(
      "10x2000",
    );
  });
});

describe("K17 no side of a result is longer than 2000 px, whatever the picture's shape", () => {
  const strip = (width: number, height: number) => solid(width, height, "#00ff00").png().toBuffer();
  it.each([
    ["h_2000,limit_0", "2000x40"],
    ["m_mfit,h_2000,limit_0", "2000x40"],
    ["m_mfit,w_2000,h_2000,limit_0", "2000x40"],
    ["m_mfit,w_2000,h_90,limit_0", "2000x40"],
    ["m_mfit,w_100,h_10,limit_0", "500x10"],
  ])("K17 %s of a strip gives %s", async (resize, size) => {
    expect((await made(await strip(1000, 20), `image/resize,${resize}`, "png")).size).toBe(size);
  });
  it("K17 of a picture that is a strip only after rotation, and of an SVG", async () => {
    const held = await solid(20, 1000, "#00ff00").jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect((await made(held, "image/resize,h_2000,limit_0", "jpg")).size).toBe("2000x40");
    const drawn = drawing(1000, 20, "#ff0000");
    expect((await made(drawn, "image/resize,m_mfit,w_2000,h_2000,limit_0", "png")).size).toBe("2000x40");
  });
  it("K17 of a strip of one pixel, which cannot cover the size", async () => {
    const thread = await strip(30_000, 1);
    expect((await made(thread, "image/resize,m_fill,w_200,h_2000", "webp")).size).toBe("200x2000");
  });
  it("K18 T10 a picture longer than WebP allows is scaled down instead of failing", async () => {
    expect((await made(await strip(20_000, 2), "image/format,webp", "webp")).size).toBe("16383x2");
  });
  it("K17 of any shape for any request", async () => {
    const side = fc.constantFrom(1, 3, 8, 50, 200, 2_560);
    const wished = fc.option(fc.constantFrom(1, 7, 100, 2_000, 16_384));
    const request = fc
      .tuple(fc.constantFrom("lfit", "mfit", "fill", "pad", "fixed"), wished, wished, fc.constantFrom(0, 1))
      .filter(([, width, height]) => width !== null || height !== null)
      .map(
        ([mode, width, height, limit]) =>
          `m_${mode}${width ? `,w_${width}` : ""}${height ? `,h_${height}` : ""},limit_${limit}`,
      );
    await fc.assert(
      fc.asyncProperty(side, side, request, async (width, height, resize) => {
        const { size } = await made(await strip(width, height), `image/resize,${resize}`, "jpg");
        for (const length of size.split("x").map(Number)) expect(length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 60 },
    );
  });
});

describe("K18 formats and quality", () => {
  it.each(["webp", "png"] as const)("K18 writes %s", async (output) => {
    expect(await made(await noise().png().toBuffer(), "image/resize,w_50", output)).toMatchObject({
      format: output,
    });
  });
  it.each(["webp", "jpg"] as const)("K18 quality makes %s smaller, 75 unless named", async (output) => {
    const original = await noise().png().toBuffer();
    const size = async (process: string) =>
      (await convert(original, parseOssProcess(process), output)).length;
    const [low, usual, high] = [
      await size("image/quality,q_20"),
      await size("image/quality,q_75"),
      await size("image/quality,q_95"),
    ];
    expect(low).toBeLessThan(usual);
    expect(usual).toBeLessThan(high);
    expect(await size("image/resize,w_300")).toBe(usual);
  });
  it("K18 without WebP gives JPEG, or PNG for pictures with transparency", async () => {
    const opaque = await noise().png().toBuffer();
    const grey = await noise().toColourspace("b-w").png().toBuffer();
    expect((await made(opaque, "image/format,webp", "still")).format).toBe("jpeg");
    expect((await made(grey, "image/format,webp", "still")).format).toBe("jpeg");
    expect(await made(drawing(40, 20, "#ff0000"), "image/format,webp", "still")).toMatchObject({
      format: "png",
      hasAlpha: true,
    });
  });
  it("K18 fills transparency with white in a JPEG", async () => {
    const { bytes } = await made(drawing(40, 20, "#ff0000"), "image/format,jpg", "jpg");
    expect(await colourAt(bytes, 38, 10)).toBe("red+green+blue");
  });
  it("K18 reduces an animation to its first frame", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((colour) => solid(20, 10, colour).png().toBuffer()),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const still = await made(animation, "image/format,webp", "webp");
    expect(still.size).toBe("20x10");
    expect(await colourAt(still.bytes, 5, 5)).toBe("red");
  });
  it("K18 refuses bytes that are not a picture", async () => {
    await expect(
      convert(Buffer.from("no picture"), parseOssProcess("image/format,png"), "png"),
    ).rejects.toThrow("unsupported image format");
  });
});
