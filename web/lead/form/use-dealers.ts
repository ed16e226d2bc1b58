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
 * @param cityCode empty: not requested
 * @param districtCode narrows the dealers of the city; empty: none
 */
export function useDealers(
  { activityId, activityType }: Pick<ActivityDetail, "activityId" | "activityType">,
  cityCode: string,
  districtCode: string,
): LocalDealers {
  const key = cityCode + districtCode;
  const isOwn = activityType === "localoffline";
  const [reloadCount, setReloadCount] = useState(0);
  const [answer, setAnswer] = useState<{
    of: string;
    dealers: readonly NearOrganisation[] | null;
    hasFailed: boolean;
  } | null>(null);
  useEffect(() => {
    if (cityCode === "") return;
    let isCurrent = true;
    const { cityCode: currentCity, isExact, longitude, latitude } = currentViewpoint();
    const point = isExact && currentCity === cityCode ? { longitude, latitude } : null;
    const update = (dealers: readonly NearOrganisation[] | null) =>
      isCurrent && setAnswer({ of: key, dealers, hasFailed: dealers === null });
    const area = { cityCode, ...(districtCode !== "" && { districtCode }) };
    const load = () =>
      isOwn ? loadActivityDealers(send, activityId, area, point) : loadLocalDealers(send, area, point);
    load().then(update, () => update(null));
    return () => {
      isCurrent = false;
    };
  }, [activityId, isOwn, cityCode, districtCode, key, reloadCount]);
  const known = answer?.of === key ? answer : null;
  return {
    dealers: known?.dealers ?? null,
    hasFailed: known?.hasFailed ?? false,
    reload: () => setReloadCount((before) => before + 1),
  };
}
