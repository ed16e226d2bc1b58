import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;

const appOf = (secret: string, issuer = "", label = ""): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** A new secret of an authenticator app: 160 random bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  appOf(secret, issuer, label).toString();

/** Time step of a right code; null: the code is wrong. @param now ms since the epoch */
export function totpStep(secret: string, code: string, now: number): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
