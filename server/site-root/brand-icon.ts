import sharp from "sharp";
import type { Brand } from "#contract/core/brand.ts";

/** Size of the logo's view box (contract/core/brand.ts, `logo`), and its share of the icon's width. */
const MARK = { width: 40, height: 24, share: 0.66 } as const;

/**
 * Draws the icon for browser tabs and home screens: the logo in white on the brand colour.
 * @param size width and height, px
 * @param corner radius as a share of the size; 0 for phones, which round icons themselves
 * @returns a PNG
 */
export async function renderBrandIcon({ logo, theme }: Brand, size: number, corner: number): Promise<Buffer> {
  const scale = (size * MARK.share) / MARK.width;
  const [left, top] = [(size - MARK.width * scale) / 2, (size - MARK.height * scale) / 2];
  const radius = size * corner;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size)}" height="${String(size)}">
<rect width="${String(size)}" height="${String(size)}" rx="${String(radius)}" fill="${theme["--brand-700"] ?? "#0f4a4e"}"/>
<g transform="translate(${String(left)} ${String(top)}) scale(${String(scale)})" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${logo.map((path) => `<path d="${path}"/>`).join("")}</g></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
