import type { ActivityDetail, Series } from "#contract/activity.ts";
import type { Send } from "#contract/call.ts";
import type { SignUpState } from "#contract/signup.ts";
import { flowKeysOf, type FlowKeys } from "../platform/flow-keys.ts";
import { missing } from "../ui/called-off.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadActivity, loadSeries } from "./api.ts";

export type DetailData = { readonly activity: ActivityDetail; readonly series: readonly Series[] };
export type DetailWish = {
  readonly point?: { readonly longitude: number; readonly latitude: number };
  /** Shows the draft that the keys name (specification section 2). */
  readonly draft?: FlowKeys | null;
};

/** Preview mode: `preview=1` at an address that ends in 00 (specification section 2). */
export const isPreviewAddress = (id: string, search: string): boolean =>
  id === "00" && new URLSearchParams(search).get("preview") === "1";

/** What an address in preview mode names; null where it is not in preview mode. */
export const draftOf = (id: string, search: string): FlowKeys | null =>
  isPreviewAddress(id, search) ? flowKeysOf(search) : null;

/**
 * An activity with the names of its car series, without which it is still a page.
 * @throws a 404 for one that there is not, with its words where it was called off, or for an address that names none
 * (requirement C31); else Refusal
 */
export async function loadDetail(send: Send, id: string, wish: DetailWish = {}): Promise<DetailData> {
  if (!/^\d{1,19}$/.test(id)) throw missing();
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
    if (refusalOf(error)?.refusal === "notFound") throw missing(error);
    throw error;
  }
}

/** Whether the logged-in person is signed up (requirement L06). @throws Refusal, with 613 where they may not be */
export async function loadSignUpState(send: Send, activityId: string): Promise<SignUpState> {
  const { showSignUp } = await import("#contract/signup.ts");
  return send(showSignUp, { activityId }, { isSilent: true });
}
