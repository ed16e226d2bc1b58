import { randomBytes } from "node:crypto";
import { timingSafeEqualText, signHmac } from "../core/secrets.ts";

/** Lengths of the random part and of its signature in base64url characters: 54 and 48 bits. */
const RANDOM = 9;
const SIGNATURE = 8;
const referencePattern = new RegExp(`^[A-Za-z0-9_-]{${String(RANDOM + SIGNATURE)}}$`);

const signatureOf = (secret: string, activityId: string, random: string): string =>
  signHmac(secret, `${activityId} ${random}`).slice(0, SIGNATURE);

/** Creates a reference for a link of an activity, valid for that activity only and short for a coarse QR code. */
export function newShareReference(secret: string, activityId: string): string {
  const random = randomBytes(RANDOM).toString("base64url").slice(0, RANDOM);
  return random + signatureOf(secret, activityId, random);
}

/** Whether the text is a reference signed by us for this activity. Saves a database query for any other text. */
export function isShareReference(secret: string, activityId: string, text: string): boolean {
  if (!referencePattern.test(text)) return false;
  return timingSafeEqualText(text.slice(RANDOM), signatureOf(secret, activityId, text.slice(0, RANDOM)));
}

/** Reduces a person's name to its first character for display to others. */
export const maskName = (name: string): string => `${[...name].slice(0, 1).join("")}**`;
