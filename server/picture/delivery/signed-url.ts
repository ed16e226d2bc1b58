import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/** How long an address of a private picture shows it, ms; addresses of one moment are alike. */
const VALID_FOR = 600_000;
const STEP = 60_000;

/** The address of a picture that is not for everybody, good for ten minutes; it names nobody. */
export function signPictureUrl(secret: string, key: string, now: number): string {
  const expires = (Math.floor(now / STEP) + 1) * STEP + VALID_FOR;
  return `/media/private/${key}?expires=${expires}&signature=${signHmac(secret, `${key} ${expires}`)}`;
}

/** Whether such an address is one of ours and not over. */
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
