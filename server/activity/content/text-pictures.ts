import { limits } from "#contract/core/limits.ts";

/** Width of a text on the widest screen at two pixels per point, px. */
const WIDTH = 1080;
const MAX_HEIGHT = 2000;

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Fills the box of a picture whose size is written, else fits it to the text's width, since its shape is unknown. */
function resizeOf(tag: string): string {
  const [width, height] = ["width", "height"].map((name) => Number(attributeOf(tag, name) ?? Number.NaN));
  if (!width || !height) return `resize,m_lfit,w_${WIDTH}`;
  const wide = Math.min(WIDTH, Math.round(width * 2));
  return `resize,m_fill,w_${wide},h_${Math.min(MAX_HEIGHT, Math.round((wide / width) * height))}`;
}

/** Changes the address of one picture; one that is processed already, or is not stored by the product, stays. */
function processed(tag: string): string {
  const address = attributeOf(tag, "src") ?? "";
  const secure = address.replace(/^http:\/\/(?!localhost|127\.|\[::1\])/i, "https://");
  const isStored = /(^|\/)media\//.test(secure.split("?", 1)[0] ?? "") && !secure.includes("x-oss-process=");
  const process = `x-oss-process=image/${resizeOf(tag)}/quality,q_${limits.webpQuality}/format,auto`;
  const source = isStored ? `${secure}${secure.includes("?") ? "&amp;" : "?"}${process}` : secure;
  return tag.replace(/(\ssrc=")[^"]*/, (_all, before: string) => before + source);
}

/**
 * Changes the pictures of a sanitised text to https and to the size and format that the screen needs, as all other
 * pictures (requirements K16–K18). Done when the text is served, so that texts stored before are covered and an editor
 * gets the addresses that were written.
 */
export const withProcessedPictures = (html: string): string => html.replace(/<img\b[^>]*>/g, processed);
