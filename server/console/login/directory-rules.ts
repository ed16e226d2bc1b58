import { sha256 } from "../../core/secrets.ts";
import type { GroupGrants } from "../../config.ts";
import type { NewGrant } from "../operators/operator-store.ts";

/** Key of a directory's account: the subject is unique only within its issuer. */
export const directoryKey = (issuer: string, subject: string): string => sha256(`${issuer}\n${subject}`);

/** Grants of a person's groups; groups that the file does not name give none (requirement CO17). */
export const grantsOfGroups = (groups: readonly string[], byGroup: GroupGrants): NewGrant[] =>
  [...new Set(groups)].flatMap((group) => (Object.hasOwn(byGroup, group) ? (byGroup[group] ?? []) : []));

/** Difference of the clocks of two machines, ms. */
const CLOCK_SKEW = 30_000;
/** Whether the directory asked for the credentials after a step-up began. */
export const isFreshLogin = (authTime: number | null, startedAt: number): boolean =>
  authTime !== null && authTime >= startedAt - CLOCK_SKEW;
