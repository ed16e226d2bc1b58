import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import type { SignUpState } from "#contract/signup/signup.ts";
import { parseFlowKeys, type FlowKeys } from "../../platform/activity/flow-keys.ts";
import { notFoundResponse } from "../../ui/feedback/cancelled.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadActivity, loadSeries } from "../api.ts";

export type DetailData = { readonly activity: ActivityDetail; readonly series: readonly Series[] };
export type DetailOptions = {
  readonly point?: { readonly longitude: number; readonly latitude: number };
  /** Shows the draft that the keys name (specification section 2). */
  readonly draft?: FlowKeys | null;
};

/** Preview mode: `preview=1` at an address that ends in 00 (specification section 2). */
export const isPreviewAddress = (id: string, search: string): boolean =>
  id === "00" && new URLSearchParams(search).get("preview") === "1";

/** What an address in preview mode names; null where it is not in preview mode. */
export const draftKeysIn = (id: string, search: string): FlowKeys | null =>
  isPreviewAddress(id, search) ? parseFlowKeys(search) : null;

/**
 * An activity with the names of its car series, without which it is still a page.
 * @throws a 404 for one that there is not, with its words where it was called off, or for an address that names none
 * (requirement C31); else Refusal
 */
export async function loadDetail(send: Send, id: string, wish: DetailOptions = {}): Promise<DetailData> {
  if (!/^\d{1,19}$/.test(id)) throw notFoundResponse();
  const series = loadSeries(send).catch(() => []);
  try {
    const activity = await loadActivity(
      send,
      id,
      wish.point,
      wish.draft ? { preview: "1", ...wish.draft } : {},
    );
    return { activity, series: await series };
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") throw notFoundResponse(error);
    throw error;
  }
}

/** Whether the logged-in person is signed up (requirement L06). @throws Refusal, with 613 where they may not be */
export async function loadSignUpState(send: Send, activityId: string): Promise<SignUpState> {
  const { showSignUp } = await import("#contract/signup/signup.ts");
  return send(showSignUp, { activityId }, { isSilent: true });
}
