/**
 * Text of a ticket's QR code (requirement L19): the sign-up, the minute, and a MAC under the ticket's key.
 * Without zod, because the ticket generates codes offline.
 */
const PREFIX = "MQ1";
/** Interval between new codes, ms. */
export const TICKET_STEP = 60_000;
/** Accepted difference to the server's clock in steps, either way: offline phones use their own clock. */
export const TICKET_TOLERANCE = 3;
/** Number of hex digits of the HMAC-SHA-256 in the code: 80 bits. */
const MAC_LENGTH = 20;

export const ticketStepAt = (now: number): number => Math.floor(now / TICKET_STEP);
/** Text that is signed. */
export const ticketMacText = (signUpId: string, step: number): string => `${PREFIX} ${signUpId} ${step}`;
/** @param mac HMAC-SHA-256 of `ticketMacText` under the ticket's key, hex */
export const ticketCodeText = (signUpId: string, step: number, mac: string): string =>
  `${PREFIX}.${signUpId}.${step}.${mac.slice(0, MAC_LENGTH)}`;

export type ParsedTicketCode = { readonly signUpId: string; readonly step: number; readonly mac: string };
/** Parses a scanned text; null if it is not a ticket code. */
export function parseTicketCode(text: string): ParsedTicketCode | null {
  const [, signUpId, step, mac] = /^MQ1\.(\d{1,19})\.(\d{1,12})\.([0-9a-f]{20})$/.exec(text.trim()) ?? [];
  return signUpId === undefined || step === undefined || mac === undefined
    ? null
    : { signUpId, step: Number(step), mac };
}
