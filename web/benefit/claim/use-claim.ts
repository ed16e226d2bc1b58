import { useRef, useState } from "react";
import type { RefusalName } from "#contract/core/errors.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { newUuid } from "../../platform/http/random-ids.ts";
import { send } from "../../platform/http/send.ts";
import { useKeptAction } from "../../platform/login/kept-action.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { claimBenefit } from "../api.ts";
import type { ClaimAttempt } from "./claim-outcome.ts";

/** Refusals after which the user cancelled or continues elsewhere. */
const cancellationRefusals: readonly RefusalName[] = [
  "captchaRequired",
  "unauthenticated",
  "sessionExpired",
  "mobileRequired",
  "taskRequired",
];
/** Whether the screen itself shows the refusal, so that no toast repeats it. */
const isOutcome = (name: RefusalName): boolean => !cancellationRefusals.includes(name);

/**
 * Claims one benefit at a time. The idempotency key stays the same until an answer arrives, so that a retry
 * after a lost answer returns the same coupon (requirement M16).
 */
export function useClaim(onAnswered: () => void) {
  const keys = useRef(new Map<string, string>());
  const [attempt, setAttempt] = useState<ClaimAttempt | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (benefitId: string): Promise<void> => {
    if (busy !== null) return;
    setBusy(benefitId);
    const key = keys.current.get(benefitId) ?? newUuid();
    keys.current.set(benefitId, key);
    try {
      const sent = await claimBenefit(send, benefitId, currentChannel(), {
        idempotencyKey: key,
        handlesRefusal: isOutcome,
      });
      keys.current.delete(benefitId);
      setAttempt({ benefitId, sent });
      onAnswered();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (isOutcome(refusal.refusal)) setAttempt({ benefitId, refusal });
      if (refusal.refusal === "mobileRequired")
        await (
          await import("../../platform/login/bind-mobile.ts")
        ).bindMobileFor(refusal, "claim", benefitId);
    } finally {
      setBusy(null);
    }
  };
  useKeptAction("claim", (benefitId) => void run(benefitId));
  return { attempt, busy, claim: (benefitId: string) => void run(benefitId) };
}
