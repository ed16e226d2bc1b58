import { useRef, useState } from "react";
import type { RefusalName } from "#contract/errors.ts";
import { channelNow } from "../platform/channel.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { refusalOf } from "../ui/failure.ts";
import { claim } from "./api.ts";
import type { Attempt } from "./outcome.ts";

/** The person stopped it themselves, or goes on to a task. */
const givenUp: readonly RefusalName[] = [
  "captchaRequired",
  "unauthenticated",
  "sessionExpired",
  "mobileRequired",
  "taskRequired",
];
/** What the screen itself says, once: no toast beside it. */
const isOutcome = (name: RefusalName): boolean => !givenUp.includes(name);

/**
 * Claims one benefit at a time. The key of a request stays until it was answered, so that a lost
 * answer asked for again gives the same coupon (requirement M16).
 */
export function useClaim(onAnswered: () => void) {
  const keys = useRef(new Map<string, string>());
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (benefitId: string): Promise<void> => {
    if (busy !== null) return;
    setBusy(benefitId);
    const key = keys.current.get(benefitId) ?? newUuid();
    keys.current.set(benefitId, key);
    try {
      const sent = await claim(send, benefitId, channelNow(), { idempotencyKey: key, isToldHere: isOutcome });
      keys.current.delete(benefitId);
      setAttempt({ benefitId, sent });
      onAnswered();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (isOutcome(refusal.refusal)) setAttempt({ benefitId, refusal });
    } finally {
      setBusy(null);
    }
  };
  return { attempt, busy, claim: (benefitId: string) => void run(benefitId) };
}
