import { Refusal } from "#contract/core/errors.ts";
import { pictureMessages } from "../messages.ts";

/** Modes of fitting a picture into width and height, as named by Aliyun OSS. */
export type FitMode = "lfit" | "mfit" | "fill" | "pad" | "fixed";
export type Resize = {
  readonly mode: FitMode;
  /** Pixels; null: follows from the other side. */
  readonly width: number | null;
  readonly height: number | null;
  readonly mayEnlarge: boolean;
};
export type Recipe = {
  readonly resize: Resize | null;
  /** 1–100; null: the format's default. */
  readonly quality: number | null;
  readonly format: "jpg" | "png" | "webp" | "auto" | null;
};

/** Longest side of a result, px; larger requests are scaled down in proportion. */
export const MAX_SIDE = 2000;
const MAX_TEXT_LENGTH = 300;

const refuse = (): never => {
  throw new Refusal("badRequest", { message: pictureMessages.badProcess });
};
const oneOf = <T extends string>(words: readonly T[], text: string | undefined): T =>
  words.find((word) => word === text) ?? refuse();
const wholeNumber = (text: string | undefined, max: number): number => {
  const number = /^[0-9]{1,5}$/.test(text ?? "") ? Number(text) : 0;
  return number >= 1 && number <= max ? number : refuse();
};

/** Parses parameters such as "w_750" and "h_420" by key; unknown keys are ignored by the actions. */
function parametersOf(texts: readonly string[]): Map<string, string> {
  const pairs = texts.map((text): [string, string] => {
    const [, key, value] = /^([a-zA-Z]+)_([^_]+)$/.exec(text) ?? refuse();
    return [key ?? "", value ?? ""];
  });
  return new Map(pairs);
}

function resizeOf(texts: readonly string[]): Resize {
  const given = parametersOf(texts);
  const side = (key: string) => (given.has(key) ? wholeNumber(given.get(key), 16_384) : null);
  const mode = oneOf(["lfit", "mfit", "fill", "pad", "fixed"], given.get("m") ?? "lfit");
  const keepsProportion = mode === "lfit" || mode === "mfit";
  const [width, height] = [side("w"), side("h")];
  if (width === null && height === null) return refuse();
  const limit = oneOf(["0", "1"], given.get("limit") ?? (keepsProportion ? "1" : "0"));
  const shrink = Math.min(1, MAX_SIDE / Math.max(width ?? 0, height ?? 0));
  const fitted = (length: number | null) => length && Math.max(1, Math.round(length * shrink));
  return {
    mode,
    // With one side given, modes of a fixed size make a square, as OSS does.
    width: fitted(keepsProportion ? width : (width ?? height)),
    height: fitted(keepsProportion ? height : (height ?? width)),
    mayEnlarge: limit === "0",
  };
}
function qualityOf(texts: readonly string[]): number {
  const given = parametersOf(texts);
  return wholeNumber(given.get("q") ?? given.get("Q"), 100);
}
function formatOf(texts: readonly string[]): Recipe["format"] {
  const format = oneOf(["jpg", "jpeg", "png", "webp", "auto"], texts.length === 1 ? texts[0] : undefined);
  return format === "jpeg" ? "jpg" : format;
}

/**
 * Parses `x-oss-process` in the grammar of Aliyun OSS:
 * `image/resize,m_fill,w_750,h_420/quality,q_75/format,webp`. Actions other than resize, quality and format are
 * ignored; of a repeated action the last one applies. Two differences from OSS: fill, pad and fixed enlarge
 * without `limit_1`, so that a picture always has the requested size, and `q_` is absolute like `Q_`.
 * @throws Refusal "badRequest" if the text does not match the grammar
 */
export function parseOssProcess(text: string): Recipe {
  if (text.length > MAX_TEXT_LENGTH) return refuse();
  const [type, ...actions] = text.split("/");
  if (type !== "image" || actions.length === 0) return refuse();
  let recipe: Recipe = { resize: null, quality: null, format: null };
  for (const action of actions) {
    const [name = "", ...texts] = action.split(",");
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return refuse();
    if (name === "resize") recipe = { ...recipe, resize: resizeOf(texts) };
    if (name === "quality") recipe = { ...recipe, quality: qualityOf(texts) };
    if (name === "format") recipe = { ...recipe, format: formatOf(texts) };
  }
  return recipe;
}
