import { useEffect, useState } from "react";
import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { currentViewpoint } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { loadLocalDealers, loadActivityDealers } from "../lazy-api.ts";

export type LocalDealers = {
  /** null: loading; empty if there is no dealer, or none are requested. */
  readonly dealers: readonly NearOrganisation[] | null;
  readonly hasFailed: boolean;
  readonly reload: () => void;
};

/**
 * Dealers to choose from, the nearest first (requirement M04): those of an offline activity, otherwise those
 * of the city that hold local offline activities.
 * @param cityCode null: not requested
 */
export function useDealers(
  { activityId, activityType }: Pick<ActivityDetail, "activityId" | "activityType">,
  cityCode: string | null,
): LocalDealers {
  const isOwn = activityType === "localoffline";
  const [reloadCount, setReloadCount] = useState(0);
  const [answer, setAnswer] = useState<{
    of: string;
    dealers: readonly NearOrganisation[] | null;
    hasFailed: boolean;
  } | null>(null);
  useEffect(() => {
    if (cityCode === null || cityCode === "") return;
    let isCurrent = true;
    const { cityCode: currentCity, isExact, longitude, latitude } = currentViewpoint();
    const point = isExact && currentCity === cityCode ? { longitude, latitude } : null;
    const update = (dealers: readonly NearOrganisation[] | null) =>
      isCurrent && setAnswer({ of: cityCode, dealers, hasFailed: dealers === null });
    const load = () =>
      isOwn
        ? loadActivityDealers(send, activityId, cityCode, point)
        : loadLocalDealers(send, cityCode, point);
    load().then(update, () => update(null));
    return () => {
      isCurrent = false;
    };
  }, [activityId, isOwn, cityCode, reloadCount]);
  const known = answer !== null && answer.of === cityCode ? answer : null;
  return {
    dealers: cityCode === null ? [] : (known?.dealers ?? null),
    hasFailed: known?.hasFailed ?? false,
    reload: () => setReloadCount((before) => before + 1),
  };
}
