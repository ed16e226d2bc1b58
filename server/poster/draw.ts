import sharp from "sharp";
import { encode } from "uqr";
import type { Brand } from "#contract/core/brand.ts";
import { cleanLine, cutText } from "#contract/core/text.ts";
import type { GlyphSource, FontWeight } from "./fonts.ts";
import { lineSvg, layOutText, type TextLine } from "./text-layout.ts";
import { posterMessages } from "./messages.ts";

/** Everything that a poster shows; the same content gives the same bytes. */
export type PosterContent = {
  readonly brand: Pick<Brand, "name" | "latin" | "logo">;
  readonly title: string;
  readonly time: string;
  readonly place: string;
  /** Name of the sharer; null, or a name with a letter that the font lacks: the maker's name is used */
  readonly inviter: string | null;
  /** Address of the QR code. */
  readonly link: string;
};

/** Px; mockup 15-share-poster at 2.36 times its size. */
export const POSTER_SIZE = { width: 750, height: 1280 } as const;
export const COVER_SIZE = { width: POSTER_SIZE.width, height: 660 } as const;
const MARGIN = 48;
const QR = { box: 204, quiet: 2 };
const INNER = POSTER_SIZE.width - 2 * MARGIN;
const INK = { dark: "#0e1c1e", soft: "#465557", hint: "#5f6e70", line: "#e3e9e7" };
const CORRECTION = "M";

/** Number of characters that are read of a text; more do not fit in any place. */
const MAX_CHARACTERS = 200;

type Style = { size: number; weight: FontWeight; most: number; lines: number };

/** Draws the QR code with modules of whole px, which keeps them sharp, aligned to the right and bottom. */
function qrSvg(link: string, right: number, bottom: number): string {
  const { size, data } = encode(link, { ecc: CORRECTION, border: QR.quiet });
  const module = Math.max(3, Math.floor(QR.box / size));
  const [x, y] = [right - size * module, bottom - size * module];
  const cells = data.flatMap((row, j) =>
    row.flatMap((isDark, i) =>
      isDark
        ? [
            `M${String(x + i * module)} ${String(y + j * module)}h${String(module)}v${String(module)}h-${String(module)}z`,
          ]
        : [],
    ),
  );
  return `<path shape-rendering="crispEdges" fill="${INK.dark}" d="${cells.join("")}"/>`;
}

const calendar = `<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>`;
const pin = `<path d="M12 21s7-6.1 7-11.3A7 7 0 0 0 5 9.7C5 14.9 12 21 12 21z"/><circle cx="12" cy="9.8" r="2.5"/>`;
const icon = (drawing: string, x: number, y: number): string =>
  `<g transform="translate(${String(x)} ${String(y)}) scale(1.5)" fill="none" stroke="${INK.soft}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`;

/** Draws logo and name over the cover, on a dark gradient, so that they are legible on any picture. */
const logoSvg = (logo: readonly string[], name: string, latin: string): string =>
  `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#041214" stop-opacity=".55"/><stop offset="1" stop-color="#041214" stop-opacity="0"/></linearGradient></defs>
<rect width="${String(POSTER_SIZE.width)}" height="200" fill="url(#s)"/>
<g transform="translate(${String(MARGIN)} 52) scale(2.3)" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${logo
    .map((path) => `<path d="${path}"/>`)
    .join("")}</g>${name}${latin}`;

/**
 * Keeps the characters that the font has, in one line; nothing is left of a text of emoji.
 * @param isName a name without one of its letters would be another name: nothing is left of it either
 */
async function drawableText(
  glyphs: GlyphSource,
  text: string,
  weight: FontWeight,
  isName = false,
): Promise<string> {
  const characters = Array.from(cutText(text, MAX_CHARACTERS).normalize("NFC"));
  const found = await glyphs.glyphsOf(characters.join(""), weight);
  const isDrawable = (at: number): boolean => found[at]?.path !== "" || found[at]?.advance !== 0;
  if (
    isName &&
    characters.some((character, at) => /[\p{L}\p{Nl}\p{Co}\p{Cn}]/u.test(character) && !isDrawable(at))
  )
    return "";
  return characters
    .map((character) => (/\s/u.test(character) ? " " : character))
    .filter((character, at) => character === " " || isDrawable(at))
    .join("")
    .replace(/ +/g, " ")
    .trim();
}

/** Draws the texts and lines over the cover, as SVG with paths instead of fonts. */
async function overlay(glyphs: GlyphSource, content: PosterContent): Promise<string> {
  const { brand } = content;
  const layOut = async (given: string, { weight, ...style }: Style): Promise<TextLine[]> => {
    const [ellipsis] = await glyphs.glyphsOf(posterMessages.ellipsis, weight);
    const text = await drawableText(glyphs, given, weight);
    return ellipsis ? layOutText(text, await glyphs.glyphsOf(text, weight), style, ellipsis) : [];
  };
  const orBrand = async (text: string, isName = false): Promise<string> =>
    (await drawableText(glyphs, text, 600, isName)) || brand.name;
  const row = async (text: string, x: number, y: number, fill: string, style: Style): Promise<string> =>
    (await layOut(text, style)).map((line) => lineSvg(line, x, y, style.size, fill)).join("");
  const title = await layOut(await orBrand(content.title), { size: 46, weight: 600, most: INNER, lines: 2 });
  const titleSvg = title.map((line, at) =>
    lineSvg(line, MARGIN, COVER_SIZE.height + 84 + at * 64, 46, INK.dark),
  );
  const below = COVER_SIZE.height + 84 + title.length * 64;
  const meta: Style = { size: 31, weight: 400, most: INNER - 50, lines: 1 };
  const qrLeft = POSTER_SIZE.width - MARGIN - QR.box - 24;
  const inviter: Style = { size: 33, weight: 600, most: qrLeft - MARGIN, lines: 2 };
  const invitation = await layOut(
    posterMessages.invites(await orBrand(cleanLine(content.inviter ?? "", MAX_CHARACTERS), true)),
    inviter,
  );
  const foot = POSTER_SIZE.height - 150 - (invitation.length - 1) * 22;
  const parts = await Promise.all([
    row(brand.name, MARGIN + 116, 88, "#fff", { size: 38, weight: 600, most: 400, lines: 1 }),
    row(brand.latin, MARGIN + 117, 122, "#fff", { size: 22, weight: 400, most: 400, lines: 1 }),
    row(content.time, MARGIN + 50, below + 18, INK.soft, meta),
    row(content.place, MARGIN + 50, below + 70, INK.soft, meta),
    row(posterMessages.hint, MARGIN, foot + invitation.length * 46 + 8, INK.hint, {
      ...inviter,
      size: 28,
      weight: 400,
    }),
  ]);
  const [name, latin, time, place, hint] = parts;
  const rule = POSTER_SIZE.height - 272;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(POSTER_SIZE.width)}" height="${String(POSTER_SIZE.height)}">
<rect y="${String(COVER_SIZE.height)}" width="${String(POSTER_SIZE.width)}" height="${String(POSTER_SIZE.height - COVER_SIZE.height)}" fill="#fff"/>
${logoSvg(brand.logo, name, latin)}${titleSvg.join("")}
${icon(calendar, MARGIN, below - 10)}${time}${icon(pin, MARGIN, below + 42)}${place}
<path d="M${String(MARGIN)} ${String(rule)}h${String(INNER)}" stroke="${INK.line}" stroke-width="2"/>
${invitation.map((line, at) => lineSvg(line, MARGIN, foot + at * 46, inviter.size, INK.dark)).join("")}${hint}
${qrSvg(content.link, POSTER_SIZE.width - MARGIN, POSTER_SIZE.height - 36)}</svg>`;
}

/** Draws a poster as JPEG. @param cover a picture of COVER_SIZE; null: not available */
export async function drawPoster(
  glyphs: GlyphSource,
  content: PosterContent,
  cover: Buffer | null,
): Promise<Buffer> {
  const { width, height } = POSTER_SIZE;
  const top = await overlay(glyphs, content);
  return sharp({ create: { width, height, channels: 3, background: "#0b3b3f" } })
    .composite([
      ...(cover === null ? [] : [{ input: cover, top: 0, left: 0 }]),
      { input: Buffer.from(top), top: 0, left: 0 },
    ])
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
