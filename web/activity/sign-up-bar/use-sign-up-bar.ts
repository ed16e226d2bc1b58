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
  const [timedOutFor, setTimedOutFor] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setTimedOutFor(activityId), STATE_TIMEOUT);
    return () => {
      clearTimeout(timer);
      setTimedOutFor(undefined);
    };
  }, [activityId]);
  return timedOutFor !== activityId;
}

/** Reason that excludes the person; the script with the texts loads with the first answer. */
function useEligibilityBlock(
  activityId: string,
): Pick<SignUpBarModel, "block" | "reload"> & { isAsking: boolean } {
  const { reload, ...flow } = useFlowStatus(activityId);
  const [toBlock, setToBlock] = useState<typeof eligibilityBlockOf | null>(null);
  const isKnown = flow.status !== null || flow.refusal !== null;
  useEffect(() => {
    if (isKnown)
      void import("../../ui/feedback/eligibility.ts").then(
        (loaded) => setToBlock(() => loaded.eligibilityBlockOf),
        () => {},
      );
  }, [isKnown]);
  return {
    block: toBlock === null ? null : toBlock(flow),
    isAsking: toBlock === null || !isKnown,
    reload,
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
  readonly block: EligibilityBlock | null;
  /** Reloads the person's state; does nothing for a visitor. */
  readonly reload: () => Promise<void>;
  readonly formAddress: string;
};

export function useSignUpBar({ activity, now, isPreview, favourite }: Detail): SignUpBarModel {
  const { activityId } = activity;
  const user = useUser();
  const navigation = useNavigation();
  const signUpState = useSignUpState(activityId);
  const flow = useEligibilityBlock(activityId);
  const block = signUpState?.signed ? null : flow.block;
  const isUnknown = signUpState === undefined || (!signUpState?.signed && flow.isAsking);
  const isAsking = useIsWithinTimeout(activityId) && user !== null && !isPreview && isUnknown;
  const isSubmitting = navigation.location?.pathname.endsWith("/offline/signUpUser") ?? false;
  const facts = { activity, user, isAsking, now, isSubmitting, block, isPreview, ...favourite };
  return {
    state: signUpBarState({ ...facts, signUpState: signUpState ?? null }),
    block,
    reload: flow.reload,
    formAddress: useFormAddress(activityId),
  };
}
