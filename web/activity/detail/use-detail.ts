import { useLocation, useParams } from "react-router";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { useFavourite, useShareActivity, useDetailTracking } from "./detail-actions.ts";
import { isPreviewAddress } from "../../platform/activity/preview-address.ts";
import { useOfflineTimestamp, type DetailPageData } from "./offline-detail.ts";
import { detailMessages } from "./detail-messages.ts";
import { activityStatusAt } from "../sign-up-bar/sign-up-bar-state.ts";
import { takesLeads } from "./takes-leads.ts";

/** Data and actions that the pages of all activity types share. */
export type Detail = {
  /** With the status at this moment (requirement K22). */
  readonly activity: ActivityDetail;
  readonly series: readonly Series[];
  /** The server's time, ms. */
  readonly now: number;
  /** Time of the offline copy, ms; null if the data is up to date. */
  readonly fetchedAt: number | null;
  readonly isPreview: boolean;
  readonly favourite: { readonly isFavourite: boolean; readonly toggle: () => void };
  readonly share: () => void;
  /** Opens the poster with all ways to share it. */
  readonly openPoster: () => void;
  /** Tracks the tap on the sign-up button. */
  readonly trackSignUpTap: () => void;
};

/** Whether this is preview mode: decided by the address, not by the loaded data (requirements C17, C18). */
export function useIsPreview(): boolean {
  const { activityId = "" } = useParams();
  return isPreviewAddress(activityId, useLocation().search);
}

/** Adds the status by the server's clock, favourite, sharing and tracking to the loaded data. */
export function useDetail(loaded: DetailPageData): Detail {
  const { activity: shown, series } = loaded;
  const now = useServerNow(shown.serverTime, [
    shown.signUpStartTime,
    shown.signUpEndTime,
    shown.startTime,
    shown.endTime,
  ]);
  const status = activityStatusAt(shown, now);
  // A lead takes no seat: lead forms neither show seats nor close when none are left.
  const takesNoSeat = shown.activityType === "localoffline" && takesLeads(shown);
  const activity = { ...shown, status, ...(takesNoSeat && { quota: null, remaining: null }) };
  const isPreview = useIsPreview();
  const favourite = useFavourite(activity);
  const shareActions = useShareActivity(activity, isPreview);
  const trackSignUpTap = useDetailTracking(activity, isPreview);
  // A draft can only be viewed (requirement C19).
  const showPreviewToast = () => showToast(detailMessages.previewOnly);
  return {
    activity,
    series,
    now,
    fetchedAt: useOfflineTimestamp(loaded),
    isPreview,
    favourite: isPreview ? { isFavourite: false, toggle: showPreviewToast } : favourite,
    ...(isPreview ? { share: showPreviewToast, openPoster: showPreviewToast } : shareActions),
    trackSignUpTap,
  };
}
