import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Refusal } from "#contract/core/errors.ts";
import type { InvitationCodeInfo } from "#contract/invitation/invitation.ts";
import { showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { forgetInvitationCode, invitationCode } from "../platform/activity/invitation-code.ts";
import { useKeptAction } from "../platform/login/kept-action.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { acceptInvitation, loadInvitation } from "./api.ts";

type LoadedInvitation = { readonly invitation: InvitationCodeInfo | null; readonly refusal: Refusal | null };

/** State of an invitation and its acceptance. */
export function useInvitation(activityId: string) {
  const [found, setFound] = useState<LoadedInvitation | null>(null);
  const [reloadCount, setReloadCount] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    let isCurrent = true;
    const sec = invitationCode(activityId);
    const loading = sec === null ? Promise.resolve(null) : loadInvitation(send, { activityId, sec });
    loading.then(
      (invitation) => isCurrent && setFound({ invitation, refusal: null }),
      (error: unknown) => isCurrent && setFound({ invitation: null, refusal: asRefusal(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, reloadCount]);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await acceptInvitation(send, { activityId, sec: invitationCode(activityId) ?? "" });
      forgetInvitationCode(activityId);
      await navigate(`/offline/signUpUser?activityId=${activityId}`, { replace: true });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      // The call itself reports failures except field errors, which have no form here.
      const [fieldError] = Object.values(refusal.fields);
      if (fieldError !== undefined) showToast(fieldError);
      if (refusal.refusal === "mobileRequired")
        await (
          await import("../platform/login/bind-mobile.ts")
        ).bindMobileFor(refusal, "invitation", activityId);
      setReloadCount((before) => before + 1);
    } finally {
      setBusy(false);
    }
  };
  useKeptAction("invitation", (id) => {
    if (id === activityId) void run();
  });
  return { found, isBusy, apply: () => void run(), reload: () => setReloadCount((before) => before + 1) };
}
