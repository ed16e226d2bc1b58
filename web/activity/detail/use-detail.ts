import { useLocation, useParams } from "react-router";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { useFavourite, useShareActivity, useDetailTracking } from "./detail-actions.ts";
import { isPreviewAddress } from "./detail-data.ts";
import { useOfflineTimestamp, type DetailPageData } from "./offline-detail.ts";
import { detailMessages } from "./detail-messages.ts";
import { activityStatusAt } from "../sign-up-bar/sign-up-bar-state.ts";
import { takesLeads } from "./takes-leads.ts";

/** What every activity's page knows and can do, whatever its type. */
export type Detail = {
  /** With its status of this moment (requirement K22). */
  readonly activity: ActivityDetail;
  readonly series: readonly Series[];
  /** The server's time, ms. */
  readonly now: number;
  /** ms; not null: kept from then. */
  readonly fetchedAt: number | null;
  readonly isPreview: boolean;
  readonly favourite: { readonly isFavourite: boolean; readonly toggle: () => void };
  readonly share: () => void;
  /** Shows its poster, with all ways to share it. */
  readonly openPoster: () => void;
  /** The way to the form is taken. */
  readonly tellApplying: () => void;
};

/** Whether this is preview mode: decided by the address, not by what is shown (requirements C17, C18). */
export function useIsPreview(): boolean {
  const { activityId = "" } = useParams();
  return isPreviewAddress(activityId, useLocation().search);
}

/** Brings what was loaded to life: its status by the server's clock, favourite, sharing, tracking. */
export function useDetail(loaded: DetailPageData): Detail {
  const { activity: shown, series } = loaded;
  const now = useServerNow(shown.serverTime, [
    shown.signUpStartTime,
    shown.signUpEndTime,
    shown.startTime,
    shown.endTime,
  ]);
  const status = activityStatusAt(shown, now);
  // A lead takes no seat: whoever leaves one is neither told of seats nor kept out for want of one.
  const isUnseated = shown.activityType === "localoffline" && takesLeads(shown);
  const activity = { ...shown, status, ...(isUnseated && { quota: null, remaining: null }) };
  const isPreview = useIsPreview();
  const favourite = useFavourite(activity);
  const sharing = useShareActivity(activity, isPreview);
  const tellApplying = useDetailTracking(activity, isPreview);
  // A draft is looked at, and nothing else (requirement C19).
  const sayPreview = () => showToast(detailMessages.previewOnly);
  return {
    activity,
    series,
    now,
    fetchedAt: useOfflineTimestamp(loaded),
    isPreview,
    favourite: isPreview ? { isFavourite: false, toggle: sayPreview } : favourite,
    ...(isPreview ? { share: sayPreview, openPoster: sayPreview } : sharing),
    tellApplying,
  };
}
