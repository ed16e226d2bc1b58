import { clubRaces } from "./club-races.ts";
import { benefitRaces } from "./benefit-races.ts";
import { verificationRaces } from "./verification-races.ts";
import type { Race } from "./race.ts";
import { signUpRaces } from "./sign-up-races.ts";

/**
 * Results that must be exact under concurrency, each with a way to remove its guard: seats, sessions,
 * waitlist (sign-up-races.ts); coupons, KOC places, captcha passes, idempotency keys (benefit-races.ts);
 * likes, group joins (club-races.ts); SMS codes, authorization codes, nonces, owners (verification-races.ts).
 */
export const races: readonly Race[] = [...signUpRaces, ...benefitRaces, ...clubRaces, ...verificationRaces];
