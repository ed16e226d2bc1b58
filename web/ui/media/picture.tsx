import { pictureUrl } from "../../platform/picture/picture-url.ts";

type PictureProps = {
  url: string;
  /** Alternative text; empty if the picture is only decorative. */
  alt?: string;
  /** Box of the picture, CSS px at the phone's size: reserves the space and sets the aspect ratio. */
  width: number;
  height: number;
  /** Candidate widths in px, same aspect ratio; by default one, two and three times `width`. */
  widths?: readonly number[];
  /** The attribute `sizes`; by default `width` px. */
  sizes?: string;
  /** Main picture of the page: loaded with high priority. Others load lazily. */
  isFirst?: boolean;
  /** Near the top but not the main picture: loaded eagerly with normal priority. */
  isEager?: boolean;
};

/**
 * Stored picture in the sizes that the screen needs; the server chooses the format (requirements K16–K18).
 */
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
  const urlAt = (wide: number) =>
    pictureUrl(url, { width: wide, height: Math.round((wide / width) * height) });
  const src = urlAt(candidates[1] ?? width);
  // A picture that cannot be resized, for example an SVG, has the same URL for every width.
  const isScaled = src !== urlAt(candidates[0] ?? width);
  return (
    <img
      src={src}
      {...(isScaled && {
        srcSet: candidates.map((wide) => `${urlAt(wide)} ${wide}w`).join(", "),
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
