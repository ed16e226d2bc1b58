import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/** Validity of a private picture's URL, ms. Expiry times are rounded to a minute so that repeated URLs are equal. */
const VALIDITY = 600_000;
const TIME_STEP = 60_000;

/** Signs the URL of a private picture for ten minutes; it contains no personal data. */
export function signPictureUrl(secret: string, key: string, now: number): string {
  const expires = (Math.floor(now / TIME_STEP) + 1) * TIME_STEP + VALIDITY;
  return `/media/private/${key}?expires=${expires}&signature=${signHmac(secret, `${key} ${expires}`)}`;
}

/**
 * Signs the URL of a picture that its owner shows to everybody, such as a portrait: it stays the same, and shows the
 * picture until its file is deleted. The signature of a temporary URL is not valid for it.
 */
export const signLastingPictureUrl = (secret: string, key: string): string =>
  `/media/person/${key}?signature=${signHmac(secret, `person ${key}`)}`;

/** Whether the signature belongs to the lasting URL of the key. */
export const isValidLastingUrl = (secret: string, key: string, signature: string): boolean =>
  timingSafeEqualText(signature, signHmac(secret, `person ${key}`));

/** Whether the signature is valid and the URL has not expired. */
export function isValidPictureUrl(
  secret: string,
  key: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  now: number,
): boolean {
  return (
    /^\d{13}$/.test(expires) &&
    Number(expires) > now &&
    timingSafeEqualText(signature, signHmac(secret, `${key} ${expires}`))
  );
}
