import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { ticketCodeText, ticketMacText } from "#contract/signup/ticket-code.ts";

/** Quiet zone around a ticket's QR code, modules. */
const BORDER = 4;

/** The text of a ticket's QR code in one minute, signed with the ticket's key. */
const ticketText = (signUpId: string, key: string, step: number): string =>
  ticketCodeText(
    signUpId,
    step,
    createHmac("sha256", key).update(ticketMacText(signUpId, step)).digest("hex"),
  );
/** The modules of that code; true is dark. */
export const expectedTicketModules = (signUpId: string, key: string, step: number): boolean[][] =>
  encode(ticketText(signUpId, key, step), { ecc: "M", border: BORDER }).data;

/** Reads the modules of the QR code in the image with this name, as a scanner sees them. */
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

/**
 * Position of a poster's code, px (server/poster/draw.ts): lower right corner, maximum size, border in
 * modules.
 */
const POSTER_CODE = { right: 702, bottom: 1244, maxSize: 204, border: 2 };

/** Checks whether the visible poster, an image with this name, shows the QR code of a text. */
export async function hasPosterCode(page: Page, name: RegExp, text: string): Promise<boolean> {
  const { data, size } = encode(text, { ecc: "M", border: POSTER_CODE.border });
  const module = Math.floor(POSTER_CODE.maxSize / size);
  const place = {
    left: POSTER_CODE.right - size * module,
    top: POSTER_CODE.bottom - size * module,
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
