/**
 * The text of a ticket's QR code (requirement L19): which sign-up, which minute, and that the ticket's
 * key made it. Free of zod: the ticket makes codes without a network.
 */
const PREFIX = "MQ1";
/** A code is made anew this often, ms. */
export const TICKET_STEP = 60_000;
/** How many steps a code may be off the server's clock, either way: phones without a network tell their own time. */
export const TICKET_TOLERANCE = 3;
/** Of an HMAC-SHA-256 in hex, this much stands in the code: 80 bits. */
const MAC_LENGTH = 20;

export const ticketStepAt = (now: number): number => Math.floor(now / TICKET_STEP);
/** What is signed. */
export const ticketMacText = (signUpId: string, step: number): string => `${PREFIX} ${signUpId} ${step}`;
/** @param mac HMAC-SHA-256 of `ticketMacText` under the ticket's key, hex */
export const ticketCodeText = (signUpId: string, step: number, mac: string): string =>
  `${PREFIX}.${signUpId}.${step}.${mac.slice(0, MAC_LENGTH)}`;

export type ParsedTicketCode = { readonly signUpId: string; readonly step: number; readonly mac: string };
/** Reads a scanned text; null where it is none of ours. */
export function parseTicketCode(text: string): ParsedTicketCode | null {
  const [, signUpId, step, mac] = /^MQ1\.(\d{1,19})\.(\d{1,12})\.([0-9a-f]{20})$/.exec(text.trim()) ?? [];
  return signUpId === undefined || step === undefined || mac === undefined
    ? null
    : { signUpId, step: Number(step), mac };
}
