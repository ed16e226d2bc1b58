import { pictureUrl } from "../../platform/picture/picture-url.ts";

type PictureProps = {
  url: string;
  /** Says what is to be seen; empty where the picture only decorates. */
  alt?: string;
  /** The box it fills, CSS px at the phone's size: reserves the place and gives the shape. */
  width: number;
  height: number;
  /** Widths in px to choose from, same shape; by default once, twice and three times `width`. */
  widths?: readonly number[];
  /** How wide it is shown, as in `sizes`; by default `width` px. */
  sizes?: string;
  /** The page's main picture: loaded first. Others load as they come near. */
  isFirst?: boolean;
  /** Near the top, but not the main one: loaded at once, without precedence. */
  isEager?: boolean;
};

/** A stored picture in the size the screen needs; the server picks the format (requirements K16–K18). */
export function ResponsivePicture({
  url,
  alt = "",
  width,
  height,
  widths,
  sizes,
  isFirst,
  isEager,
}: PictureProps) {
  const candidates = widths ?? [width, width * 2, width * 3];
  const at = (wide: number) => pictureUrl(url, { width: wide, height: Math.round((wide / width) * height) });
  const source = at(candidates[1] ?? width);
  // One that can not be resized, a drawing for example, is the same at every width.
  const isScaled = source !== at(candidates[0] ?? width);
  return (
    <img
      src={source}
      {...(isScaled && {
        srcSet: candidates.map((wide) => `${at(wide)} ${wide}w`).join(", "),
        sizes: sizes ?? `${width}px`,
      })}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={isFirst || isEager ? "eager" : "lazy"}
      {...(isFirst && { fetchPriority: "high" as const })}
    />
  );
}
