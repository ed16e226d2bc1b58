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

/** Whose sign-up for which activity: another's, left over where one activity's page leads to another's, is nobody's now. */
type KnownSignUp = {
  readonly activityId: string;
  readonly openId: string;
  readonly state: SignUpState | null;
};

/** Whether the person is signed up, asked again whenever another one logs in; undefined until it is known. */
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

/** So long the bar waits for how the person stands, ms; then it offers what a visitor is offered. */
const STATE_TIMEOUT = 4_000;
/** Whether it waits still; anew for each activity. */
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

/** What keeps the person out; what can put that into words comes with the first answer. */
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
  return { barred: judge === null ? null : judge(standing), isAsking: judge === null || !isKnown, ask: reload };
}

/** The form's address with everything that this page was opened with. */
function useFormAddress(activityId: string): string {
  const { search } = useLocation();
  // The server renders without utm_* and the like, so they join after hydration.
  const parameters = new URLSearchParams(useHydrated() ? search : "");
  parameters.delete("preview");
  parameters.set("activityId", activityId);
  return `/offline/signUpUser?${parameters.toString()}`;
}

/** How the person stands to an activity that takes sign-ups. */
export type SignUpBarModel = {
  readonly state: SignUpBarState;
  /** What keeps them out; null where nothing is known to. */
  readonly barred: EligibilityBlock | null;
  /** Finds out again; nothing for a visitor. */
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
