import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import type { SignUpState } from "#contract/signup/signup.ts";
import { draftArgs, type DraftKeys } from "../../platform/activity/preview-address.ts";
import { notFoundResponse } from "../../ui/feedback/cancelled.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadActivity, loadSeries } from "../api.ts";

export type DetailData = { readonly activity: ActivityDetail; readonly series: readonly Series[] };
export type DetailOptions = {
  readonly point?: { readonly longitude: number; readonly latitude: number };
  /** Shows the draft of these keys (specification section 2). */
  readonly draft?: DraftKeys | null;
};

/**
 * Loads an activity and the names of its car series; the page works without the names.
 * @throws 404 if the id is invalid or unknown, with the reason of a cancellation (requirement C31); else
 * Refusal
 */
export async function loadDetail(send: Send, id: string, options: DetailOptions = {}): Promise<DetailData> {
  if (!/^\d{1,19}$/.test(id)) throw notFoundResponse();
  const series = loadSeries(send).catch(() => []);
  try {
    const activity = await loadActivity(send, id, options.point, draftArgs(options.draft));
    return { activity, series: await series };
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") throw notFoundResponse(error);
    throw error;
  }
}

/**
 * Sign-up state of the logged-in person (requirement L06).
 * @throws Refusal, 613 if the person may not sign up
 */
export async function loadSignUpState(send: Send, activityId: string): Promise<SignUpState> {
  const { showSignUp } = await import("#contract/signup/signup.ts");
  return send(showSignUp, { activityId }, { isSilent: true });
}
