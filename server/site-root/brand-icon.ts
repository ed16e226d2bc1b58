import sharp from "sharp";
import type { Brand } from "#contract/core/brand.ts";

/** The mark's own box (contract/core/brand.ts, `logo`) and the share of an icon's width that it takes. */
const MARK = { width: 40, height: 24, share: 0.66 } as const;

/**
 * The brand's mark in white on its first colour, as browsers show it in tabs and phones among bookmarks.
 *
 * @param size of each side, px
 * @param corner radius, as a share of the side; phones round what they are given by themselves
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
