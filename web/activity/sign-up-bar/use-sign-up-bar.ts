import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { SignUpState } from "#contract/signup/signup.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useFlowStatus } from "../../platform/activity/use-flow-status.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import type { EligibilityBlock, eligibilityBlockOf } from "../../ui/feedback/eligibility.ts";
import { loadSignUpState } from "../detail/detail-data.ts";
import { signUpBarState, type SignUpBarState } from "./sign-up-bar-state.ts";
import type { Detail } from "../detail/use-detail.ts";

/**
 * Sign-up of one person for one activity; ignored after a navigation to another activity or a change of user.
 */
type KnownSignUp = {
  readonly activityId: string;
  readonly openId: string;
  readonly state: SignUpState | null;
};

/** Sign-up state of the person, reloaded after a change of user; undefined until it is known. */
function useSignUpState(activityId: string): SignUpState | null | undefined {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<KnownSignUp>();
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    const take = (state: SignUpState | null) => isCurrent && setFound({ activityId, openId, state });
    loadSignUpState(send, activityId).then(take, () => take(null));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  if (openId === null) return null;
  return found?.openId === openId && found.activityId === activityId ? found.state : undefined;
}

/** Maximum wait for the person's state, ms; after that the bar shows a visitor's offer. */
const STATE_TIMEOUT = 4_000;
/** Whether the bar still waits; restarts for each activity. */
function useIsWithinTimeout(activityId: string): boolean {
  const [spentOn, setSpentOn] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSpentOn(activityId), STATE_TIMEOUT);
    return () => {
      clearTimeout(timer);
      setSpentOn(undefined);
    };
  }, [activityId]);
  return spentOn !== activityId;
}

/** Reason that excludes the person; the script with the texts loads with the first answer. */
function useBarred(activityId: string): Pick<SignUpBarModel, "barred" | "ask"> & { isAsking: boolean } {
  const { reload, ...standing } = useFlowStatus(activityId);
  const [judge, setJudge] = useState<typeof eligibilityBlockOf | null>(null);
  const isKnown = standing.status !== null || standing.refusal !== null;
  useEffect(() => {
    if (isKnown)
      void import("../../ui/feedback/eligibility.ts").then(
        (loaded) => setJudge(() => loaded.eligibilityBlockOf),
        () => {},
      );
  }, [isKnown]);
  return {
    barred: judge === null ? null : judge(standing),
    isAsking: judge === null || !isKnown,
    ask: reload,
  };
}

/** Address of the form with all parameters of this page. */
function useFormAddress(activityId: string): string {
  const { search } = useLocation();
  // The server renders without utm_* and the like, so they are added after hydration.
  const parameters = new URLSearchParams(useHydrated() ? search : "");
  parameters.delete("preview");
  parameters.set("activityId", activityId);
  return `/offline/signUpUser?${parameters.toString()}`;
}

/** State of the sign-up bar for this person. */
export type SignUpBarModel = {
  readonly state: SignUpBarState;
  /** Reason that excludes the person; null if none is known. */
  readonly barred: EligibilityBlock | null;
  /** Reloads the person's state; does nothing for a visitor. */
  readonly ask: () => Promise<void>;
  readonly formAddress: string;
};

export function useSignUpBar({ activity, now, isPreview, favourite }: Detail): SignUpBarModel {
  const { activityId } = activity;
  const user = useUser();
  const navigation = useNavigation();
  const signUpState = useSignUpState(activityId);
  const flow = useBarred(activityId);
  const barred = signUpState?.signed ? null : flow.barred;
  const isUnsettled = signUpState === undefined || (!signUpState?.signed && flow.isAsking);
  const isAsking = useIsWithinTimeout(activityId) && user !== null && !isPreview && isUnsettled;
  const isSubmitting = navigation.location?.pathname.endsWith("/offline/signUpUser") ?? false;
  const facts = { activity, user, isAsking, now, isSubmitting, barred, isPreview, ...favourite };
  return {
    state: signUpBarState({ ...facts, signUpState: signUpState ?? null }),
    barred,
    ask: flow.ask,
    formAddress: useFormAddress(activityId),
  };
}
