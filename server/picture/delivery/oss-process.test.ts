import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { parseOssProcess } from "./oss-process.ts";

const refusalOf = (text: string): string => {
  try {
    parseOssProcess(text);
    return "none";
  } catch (error) {
    return error instanceof Refusal ? error.refusal : String(error);
  }
};

describe("K17 the grammar of x-oss-process", () => {
  it("K17 K18 reads the app's own form", () => {
    expect(parseOssProcess("image/resize,m_fill,w_750,h_420/quality,q_75/format,webp")).toEqual({
      resize: { mode: "fill", width: 750, height: 420, mayEnlarge: true },
      quality: 75,
      format: "webp",
    });
  });
  it("K17 takes parameters and actions in any order, q_ and Q_, jpeg for jpg", () => {
    expect(parseOssProcess("image/format,jpeg/quality,Q_60/resize,h_420,w_750,m_fill")).toEqual({
      resize: { mode: "fill", width: 750, height: 420, mayEnlarge: true },
      quality: 60,
      format: "jpg",
    });
  });
  it("K17 fits inside and does not enlarge by default", () => {
    expect(parseOssProcess("image/resize,w_300").resize).toEqual({
      mode: "lfit",
      width: 300,
      height: null,
      mayEnlarge: false,
    });
    expect(parseOssProcess("image/resize,w_300,limit_0").resize?.mayEnlarge).toBe(true);
    expect(parseOssProcess("image/resize,m_fill,w_9,h_9,limit_1").resize?.mayEnlarge).toBe(false);
  });
  it("K17 makes a square of one side in modes of a fixed size", () => {
    expect(parseOssProcess("image/resize,m_fill,w_300").resize).toMatchObject({ width: 300, height: 300 });
    expect(parseOssProcess("image/resize,m_pad,h_20").resize).toMatchObject({ width: 20, height: 20 });
  });
  it("K17 clamps to 2000 pixels in proportion", () => {
    expect(parseOssProcess("image/resize,m_fill,w_4000,h_1000").resize).toMatchObject({
      width: 2000,
      height: 500,
    });
    expect(parseOssProcess("image/resize,w_16384,h_1").resize).toMatchObject({ width: 2000, height: 1 });
  });
  it("K17 ignores unknown actions, and applies the last of a repeated one", () => {
    expect(parseOssProcess("image/auto-orient,1/watermark,text_aGk=/interlace,1")).toEqual({
      resize: null,
      quality: null,
      format: null,
    });
    expect(parseOssProcess("image/quality,q_10/quality,q_20").quality).toBe(20);
  });
  it.each([
    "",
    "image",
    "image/",
    "style/small",
    "resize,w_1",
    "image/resize",
    "image/resize,w_0",
    "image/resize,w_-1",
    "image/resize,w_16385",
    "image/resize,w_1.5",
    "image/resize,w_1e3",
    "image/resize,w_",
    "image/resize,w",
    "image/resize,l_300",
    "image/resize,m_huge,w_1",
    "image/resize,w_1,limit_2",
    "image/resize,w_1//format,webp",
    "image/quality",
    "image/quality,q_0",
    "image/quality,q_101",
    "image/quality,75",
    "image/format",
    "image/format,bmp",
    "image/format,png,webp",
    "image/../resize,w_1",
    "image/Resize,w_1",
    `image/resize,w_1/${"watermark,a_1/".repeat(30)}`,
  ])("K17 refuses %j", (text) => {
    expect(refusalOf(text)).toBe("badRequest");
  });
  it("K17 maps any text to a recipe or a refusal", () => {
    const part = fc.constantFrom(
      "image",
      "resize",
      "quality",
      "format",
      "w_1",
      "m_fill",
      "q_9",
      "webp",
      "/",
      ",",
      "_",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (text) => {
          expect(["none", "badRequest"]).toContain(refusalOf(text));
        },
      ),
    );
  });
});
