import { randomBytes } from "node:crypto";
import { timingSafeEqualText, signHmac } from "../core/secrets.ts";

/** Characters of the random part and of its signature: 54 and 48 bits, base64url. */
const RANDOM = 9;
const SIGNATURE = 8;
const referencePattern = new RegExp(`^[A-Za-z0-9_-]{${String(RANDOM + SIGNATURE)}}$`);

const signatureOf = (secret: string, activityId: string, random: string): string =>
  signHmac(secret, `${activityId} ${random}`).slice(0, SIGNATURE);

/** A new reference of an activity's link: short, so that its QR code is coarse, and good for that activity alone. */
export function newShareReference(secret: string, activityId: string): string {
  const random = randomBytes(RANDOM).toString("base64url").slice(0, RANDOM);
  return random + signatureOf(secret, activityId, random);
}

/** Whether a text is a reference that we made for this activity; others cost no look into the database. */
export function isShareReference(secret: string, activityId: string, text: string): boolean {
  if (!referencePattern.test(text)) return false;
  return timingSafeEqualText(text.slice(RANDOM), signatureOf(secret, activityId, text.slice(0, RANDOM)));
}

/** A person's name as others may see it: its first character. */
export const maskName = (name: string): string => `${[...name].slice(0, 1).join("")}**`;
