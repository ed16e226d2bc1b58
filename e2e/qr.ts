import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { ticketCodeText, ticketMacText } from "#contract/ticket-code.ts";

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
export const ticketModules = (signUpId: string, key: string, step: number): boolean[][] =>
  encode(ticketText(signUpId, key, step), { ecc: "M", border: BORDER }).data;

/** The modules of the code that stands in the page as an image of this name, as a scanner sees them. */
export const modulesShown = (page: Page, name: string, size: number): Promise<boolean[][]> =>
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
