import { useRef, useState } from "react";
import type { KocStatus } from "#contract/koc/koc.ts";
import { newUuid } from "../platform/http/random-ids.ts";
import { send } from "../platform/http/send.ts";
import { useKeptAction } from "../platform/login/kept-action.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { enroll } from "./api.ts";

/**
 * Sends one application at a time; the idempotency key is kept until an answer arrives so that a lost answer
 * can be requested again.
 * @param onAnswered gets the new status; null: no application was made, and the reason was shown
 */
export function useEnroll(activityId: string, onAnswered: (status: KocStatus | null) => void) {
  const key = useRef<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    key.current ??= newUuid();
    try {
      const status = await enroll(send, activityId, key.current);
      key.current = null;
      onAnswered(status);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      // Other failures were already shown.
      if (refusal.refusal === "mobileRequired")
        await (await import("../platform/login/bind-mobile.ts")).bindMobileFor(refusal, "enroll", activityId);
      if (refusal.refusal === "flowBranch") onAnswered(null);
    } finally {
      setBusy(false);
    }
  };
  useKeptAction("enroll", (id) => {
    if (id === activityId) void run();
  });
  return { isBusy, apply: () => void run() };
}
