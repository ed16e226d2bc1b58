import { actsForPerson } from "#contract/core/acting-call.ts";
import type { Call } from "#contract/core/call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { miniProgramOf } from "#contract/host/hosts.ts";
import type { Caller } from "./caller.ts";

/**
 * Checks the role of the caller. In a mini-program, which its user agent names, whatever acts for a person needs a mobile
 * (requirement E16).
 * @throws Refusal "unauthenticated" or "mobileRequired"
 */
export function requireAccess(call: Call, { user, userAgent }: Caller, appMarker: string): void {
  if (call.audience === "anyone") return;
  if (user === null) throw new Refusal("unauthenticated");
  if (user.hasMobile) return;
  const isInMiniProgram = (): boolean => miniProgramOf({ userAgent, appMarker }) !== null;
  if (call.audience === "userWithMobile" || (actsForPerson(call) && isInMiniProgram()))
    throw new Refusal("mobileRequired");
}

/** Refusals that follow from other fields of the declaration, so that it need not list them. */
export function impliedRefusals(call: Call): RefusalName[] {
  const implied: RefusalName[] = [
    "invalid",
    "badRequest",
    "tooMany",
    "internal",
    "busy",
    // Any call may need the database, or an id while the process's number cannot be renewed (core/ids.ts).
    "unreachable",
    "sessionExpired",
    "unauthenticated",
  ];
  if (call.audience === "userWithMobile" || actsForPerson(call)) implied.push("mobileRequired");
  if (call.captcha) implied.push("captchaRequired");
  if (call.signature) implied.push("forbidden");
  return implied;
}
