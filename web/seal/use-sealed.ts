import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Refusal } from "#contract/errors.ts";
import type { Sealed } from "#contract/seal.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { forgetSealedCode, sealedCode } from "../platform/sealed-code.ts";
import { refusalOf } from "../ui/failure.ts";
import { apply, loadSealed } from "./api.ts";

type Found = { readonly sealed: Sealed | null; readonly refusal: Refusal | null };

/** An invitation as far as it is known, and how it is taken up. */
export function useSealed(activityId: string) {
  const [found, setFound] = useState<Found | null>(null);
  const [turn, setTurn] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    let isCurrent = true;
    const sec = sealedCode(activityId);
    const loading = sec === null ? Promise.resolve(null) : loadSealed(send, { activityId, sec });
    loading.then(
      (sealed) => isCurrent && setFound({ sealed, refusal: null }),
      (error: unknown) => isCurrent && setFound({ sealed: null, refusal: refusalOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, turn]);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await apply(send, { activityId, sec: sealedCode(activityId) ?? "" });
      forgetSealedCode(activityId);
      await navigate(`/offline/signUpUser?activityId=${activityId}`, { replace: true });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      // The call tells itself what went wrong, but leaves what a form would say at its fields: there is none here.
      const [fault] = Object.values(refusal.fields);
      if (fault !== undefined) toast(fault);
      // Binding a mobile comes back to this page.
      if (refusal.refusal === "mobileRequired")
        await (await import("../platform/login/bind-mobile.ts")).bindMobileOrSay();
      setTurn((before) => before + 1);
    } finally {
      setBusy(false);
    }
  };
  return { found, isBusy, apply: () => void run(), reload: () => setTurn((before) => before + 1) };
}
