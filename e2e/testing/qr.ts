import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { ticketCodeText, ticketMacText } from "#contract/signup/ticket-code.ts";

/** Light modules around a code, as it is drawn. */
const BORDER = 4;

/** What a ticket's QR holds in one minute, made by its key. */
export const ticketText = (signUpId: string, key: string, step: number): string =>
  ticketCodeText(
    signUpId,
    step,
    createHmac("sha256", key).update(ticketMacText(signUpId, step)).digest("hex"),
  );
/** The dark and light modules of that. */
export const expectedTicketModules = (signUpId: string, key: string, step: number): boolean[][] =>
  encode(ticketText(signUpId, key, step), { ecc: "M", border: BORDER }).data;

/** The modules of the code that stands in the page as an image of this name, as a scanner sees them. */
export const readShownModules = (page: Page, name: string, size: number): Promise<boolean[][]> =>
  page.getByRole("img", { name }).evaluate(async (element, modules) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = modules * 4;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const isDark = (x: number, y: number): boolean =>
      (context.getImageData(x * 4 + 2, y * 4 + 2, 1, 1).data[0] ?? 255) < 128;
    const all = Array.from({ length: modules }, (_none, place) => place);
    return all.map((y) => all.map((x) => isDark(x, y)));
  }, size);

/** Where a poster's code stands, px (server/poster/draw.ts): its lower right corner, its most, its border. */
const ON_POSTER = { right: 702, bottom: 1244, most: 204, border: 2 };

/** Whether the poster on show, an image of this name, has the code of a text. */
export async function hasPosterCode(page: Page, name: RegExp, text: string): Promise<boolean> {
  const { data, size } = encode(text, { ecc: "M", border: ON_POSTER.border });
  const module = Math.floor(ON_POSTER.most / size);
  const place = {
    left: ON_POSTER.right - size * module,
    top: ON_POSTER.bottom - size * module,
    module,
    size,
  };
  const shown = await page.getByRole("img", { name }).evaluate(async (element, at) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const middle = (number: number): number => Math.floor((number + 0.5) * at.module);
    const isDark = (x: number, y: number): boolean =>
      (context.getImageData(at.left + middle(x), at.top + middle(y), 1, 1).data[0] ?? 255) < 128;
    const all = Array.from({ length: at.size }, (_none, index) => index);
    return all.map((y) => all.map((x) => isDark(x, y)));
  }, place);
  return JSON.stringify(shown) === JSON.stringify(data);
}
