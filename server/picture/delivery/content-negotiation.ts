import type { OutputFormat } from "./convert.ts";
import type { PictureKind } from "../storage/picture-keys.ts";
import type { Recipe } from "./oss-process.ts";

/** Whether an Accept header names WebP with a weight above 0; a wildcard does not count (requirement K18). */
export function acceptsWebp(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return type === "image/webp" && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}

/**
 * Chooses the output format; null serves the original. An SVG stays an SVG unless size or format is requested. A format
 * that is named is sent to every client, as OSS does; with "auto" clients without WebP get JPEG, or PNG for pictures
 * with transparency.
 */
export function outputOf(
  { resize, quality, format }: Recipe,
  kind: PictureKind,
  accept: string | undefined,
): OutputFormat | null {
  if (resize === null && format === null && (quality === null || kind === "svg")) return null;
  if (format === "auto") return acceptsWebp(accept) ? "webp" : "still";
  if (format !== null) return format;
  if (kind === "jpg" || kind === "png" || kind === "webp") return kind;
  return "still";
}
