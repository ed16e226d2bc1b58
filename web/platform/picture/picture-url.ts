import { limits } from "#contract/core/limits.ts";

const clamp = (pixels: number): number => Math.min(2000, Math.max(1, Math.round(pixels)));

/** A picture's address over https where it said http, except on this machine (requirement K16). */
const secured = (url: string): string =>
  /^http:\/\/(?!localhost|127\.|\[::1\])/.test(url) ? url.replace(/^http:/, "https:") : url;

/** Stored pictures take the OSS grammar; anything else is left as it is. */
const isStored = (url: string): boolean => /(^|\/)media\//.test(url.split("?", 1)[0] ?? "");

export type PictureSize = { readonly width: number; readonly height: number };

/**
 * The address of a picture in this many pixels: filled, quality 75, webp where the browser takes
 * it (the server looks at Accept) (requirements K16–K18).
 */
export function pictureUrl(url: string, { width, height }: PictureSize): string {
  const address = secured(url);
  if (!isStored(address)) return address;
  const process = `image/resize,m_fill,w_${clamp(width)},h_${clamp(height)}/quality,q_${limits.webpQuality}/format,webp`;
  return `${address}${address.includes("?") ? "&" : "?"}x-oss-process=${process}`;
}
