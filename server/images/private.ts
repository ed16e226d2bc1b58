import { sameText, seal } from "../secrets.ts";

/** How long an address of a private picture shows it, ms; addresses of one moment are alike. */
const GOOD_FOR = 600_000;
const STEP = 60_000;

/** The address of a picture that is not for everybody, good for ten minutes; it names nobody. */
export function signedAddress(secret: string, key: string, now: number): string {
  const expires = (Math.floor(now / STEP) + 1) * STEP + GOOD_FOR;
  return `/media/private/${key}?expires=${expires}&signature=${seal(secret, `${key} ${expires}`)}`;
}

/** Whether such an address is one of ours and not over. */
export function isGoodAddress(
  secret: string,
  key: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  now: number,
): boolean {
  return (
    /^\d{13}$/.test(expires) &&
    Number(expires) > now &&
    sameText(signature, seal(secret, `${key} ${expires}`))
  );
}
