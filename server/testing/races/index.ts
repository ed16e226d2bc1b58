import { clubRaces } from "./club.ts";
import { giftRaces } from "./gifts.ts";
import { proofRaces } from "./proofs.ts";
import type { Race } from "./race.ts";
import { signUpRaces } from "./sign-ups.ts";

/**
 * Everything that must be exact whoever does the same at the same time, each with the way to take its
 * guard out: seats, sessions, waitlist (sign-ups.ts); coupons, KOC places, captcha ids, idempotency keys
 * (gifts.ts); likes, group joins (club.ts); SMS codes, OAuth codes (proofs.ts); and what stands beside them.
 */
export const races: readonly Race[] = [...signUpRaces, ...giftRaces, ...clubRaces, ...proofRaces];
