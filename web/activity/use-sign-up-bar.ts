import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { SignUpState } from "#contract/signup.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useFlowStatus } from "../platform/use-flow-status.ts";
import { useHydrated } from "../ui/hydrated.ts";
import type { Barred, barredBy } from "../ui/standing.ts";
import { loadSignUpState } from "./detail-data.ts";
import { signUpBarState, type SignUpBarState } from "./sign-up-bar-state.ts";
import type { Detail } from "./use-detail.ts";

/** Whether the person is signed up, asked again whenever another one logs in. */
function useSignUpState(activityId: string): SignUpState | null {
  const openId = useUser()?.openId ?? null;
  const [signUpState, setSignUpState] = useState<SignUpState | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (state: SignUpState | null) => isCurrent && setSignUpState(state);
    if (openId === null) take(null);
    else loadSignUpState(send, activityId).then(take, () => take(null));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  return signUpState;
}

/** What keeps the person out; what can put that into words comes with the first answer. */
function useBarred(activityId: string): { barred: Barred | null; ask: () => Promise<void> } {
  const { ask, ...standing } = useFlowStatus(activityId);
  const [judge, setJudge] = useState<typeof barredBy | null>(null);
  const isKnown = standing.status !== null || standing.refusal !== null;
  useEffect(() => {
    if (isKnown)
      void import("../ui/standing.ts").then(
        (loaded) => setJudge(() => loaded.barredBy),
        () => {},
      );
  }, [isKnown]);
  return { barred: judge === null ? null : judge(standing), ask };
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
export type SignUpStanding = {
  readonly state: SignUpBarState;
  /** What keeps them out; null where nothing is known to. */
  readonly barred: Barred | null;
  /** Finds out again; nothing for a visitor. */
  readonly ask: () => Promise<void>;
  readonly formAddress: string;
};

export function useSignUpBar({ activity, now, isPreview }: Detail): SignUpStanding {
  const { activityId } = activity;
  const user = useUser();
  const navigation = useNavigation();
  const signUpState = useSignUpState(activityId);
  const flow = useBarred(activityId);
  const barred = signUpState?.signed ? null : flow.barred;
  const isSubmitting = navigation.location?.pathname.endsWith("/offline/signUpUser") ?? false;
  return {
    state: signUpBarState({ activity, user, signUpState, now, isSubmitting, barred, isPreview }),
    barred,
    ask: flow.ask,
    formAddress: useFormAddress(activityId),
  };
}
