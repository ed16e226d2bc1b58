import { clubRaces } from "./club-races.ts";
import { benefitRaces } from "./benefit-races.ts";
import { verificationRaces } from "./verification-races.ts";
import type { Race } from "./race.ts";
import { signUpRaces } from "./sign-up-races.ts";

/**
 * Everything that must be exact whoever does the same at the same time, each with the way to take its
 * guard out: seats, sessions, waitlist (sign-ups.ts); coupons, KOC places, captcha ids, idempotency keys
 * (gifts.ts); likes, group joins (club.ts); SMS codes, OAuth codes (proofs.ts); and what stands beside them.
 */
export const races: readonly Race[] = [...signUpRaces, ...benefitRaces, ...clubRaces, ...verificationRaces];
