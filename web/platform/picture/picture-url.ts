import { limits } from "#contract/core/limits.ts";

const clamp = (pixels: number): number => Math.min(2000, Math.max(1, Math.round(pixels)));

/** Changes http in a picture's address to https, except for this machine (requirement K16). */
const secured = (url: string): string =>
  /^http:\/\/(?!localhost|127\.|\[::1\])/.test(url) ? url.replace(/^http:/, "https:") : url;

/** Whether a picture is stored by the product and can be processed; other addresses are not changed. */
const isStored = (url: string): boolean => /(^|\/)media\//.test(url.split("?", 1)[0] ?? "");

export type PictureSize = { readonly width: number; readonly height: number };

/**
 * Address of a picture in the given size in pixels: filled, quality 75, webp if the browser accepts it (the
 * server reads the Accept header) (requirements K16–K18).
 */
export function pictureUrl(url: string, { width, height }: PictureSize): string {
  const address = secured(url);
  if (!isStored(address)) return address;
  const process = `image/resize,m_fill,w_${clamp(width)},h_${clamp(height)}/quality,q_${limits.webpQuality}/format,auto`;
  return `${address}${address.includes("?") ? "&" : "?"}x-oss-process=${process}`;
}
