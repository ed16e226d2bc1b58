import type { OutputFormat } from "./convert.ts";
import type { PictureKind } from "../storage/picture-keys.ts";
import type { Recipe } from "./oss-process.ts";

/** Whether an Accept header names WebP with a weight above 0; a mere wildcard does not (requirement K18). */
export function acceptsWebp(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return type === "image/webp" && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}

/**
 * What a picture becomes: null leaves the original as it is. A drawing stays a drawing unless
 * size or format is asked for. Without WebP the answer is JPEG, or PNG where something shows through.
 */
export function outputOf(
  { resize, quality, format }: Recipe,
  kind: PictureKind,
  accept: string | undefined,
): OutputFormat | null {
  if (resize === null && format === null && (quality === null || kind === "svg")) return null;
  if (format === "webp" || format === "auto") return acceptsWebp(accept) ? "webp" : "still";
  if (format !== null) return format;
  if (kind === "jpg" || kind === "png" || kind === "webp") return kind;
  return "still";
}
