import { describe, expect, it } from "vitest";
import { acceptsWebp, outputOf } from "./content-negotiation.ts";
import { parseOssProcess } from "./oss-process.ts";

const CHROMIUM = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const OLD_SAFARI = "image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5";

describe("K18 WebP where supported", () => {
  it.each([
    [CHROMIUM, true],
    ["image/webp", true],
    ["IMAGE/WEBP ; q=0.5", true],
    [OLD_SAFARI, false],
    ["*/*", false],
    ["image/webp;q=0, image/png", false],
    ["image/webp;q=0.0", false],
    ["", false],
    [undefined, false],
  ])("K18 %j: %s", (accept, expected) => {
    expect(acceptsWebp(accept)).toBe(expected);
  });
});

describe("K18 output format", () => {
  it.each([
    ["image/format,webp", "jpg", CHROMIUM, "webp"],
    ["image/format,webp", "jpg", OLD_SAFARI, "webp"],
    ["image/format,webp", "png", undefined, "webp"],
    ["image/format,auto", "png", CHROMIUM, "webp"],
    ["image/format,auto", "png", OLD_SAFARI, "still"],
    ["image/format,png", "jpg", CHROMIUM, "png"],
    ["image/resize,w_1", "jpg", CHROMIUM, "jpg"],
    ["image/resize,w_1", "gif", CHROMIUM, "still"],
    ["image/resize,w_1", "svg", CHROMIUM, "still"],
    ["image/quality,q_9", "webp", OLD_SAFARI, "webp"],
    ["image/quality,q_9", "svg", CHROMIUM, null],
    ["image/interlace,1", "jpg", CHROMIUM, null],
  ] as const)("K18 %s of %s", (process, kind, accept, output) => {
    expect(outputOf(parseOssProcess(process), kind, accept)).toBe(output);
  });
});
