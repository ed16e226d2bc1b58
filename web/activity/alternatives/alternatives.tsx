import "./alternatives.css";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import type { Activity } from "#contract/activity/activity.ts";
import { currentViewpoint } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { loadActivityPage, locationArgs } from "../api.ts";
import { ListCard } from "../card/card.tsx";
import { alternativesMessages } from "./alternatives-messages.ts";

const SHOWN_MOST = 3;
/** Of so many that are open, those with seats are taken. */
const REQUESTED_MOST = 20;

/** Others with seats: what is about the same business first, else in the list's own order. */
export const chooseAlternatives = (
  found: readonly Activity[],
  { activityId, businessType }: Pick<Activity, "activityId" | "businessType">,
): Activity[] => {
  const free = found.filter((one) => one.activityId !== activityId && one.remaining !== 0);
  const isAlike = (one: Activity): boolean => one.businessType === businessType;
  return [...free.filter(isAlike), ...free.filter((one) => !isAlike(one))].slice(0, SHOWN_MOST);
};

/** Where this activity takes nobody any more: others of its city that do. Nothing where there are none, or no network. */
export function Alternatives({ activity }: { activity: Activity }) {
  const [others, setOthers] = useState<readonly Activity[]>([]);
  const { activityId, cityCode } = activity;
  const find = useEffectEvent(async (): Promise<Activity[]> => {
    const viewpoint = currentViewpoint();
    const place = viewpoint.cityCode === cityCode ? locationArgs(viewpoint) : { cityCode };
    const wish = { ...place, activityType: "localoffline", status: 2, size: REQUESTED_MOST } as const;
    return chooseAlternatives((await loadActivityPage(send, wish)).list, activity);
  });
  useEffect(() => {
    let isCurrent = true;
    find().then(
      (found) => isCurrent && setOthers(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId]);
  if (others.length === 0) return null;
  return (
    <section className="sec others" aria-labelledby="others">
      <div className="sec-h">
        <h2 className="t2" id="others">
          {alternativesMessages.title}
        </h2>
        <Link className="lk" to={`/list?cityCode=${cityCode}&status=2`} prefetch="intent">
          {alternativesMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <div className="lst">
        {others.map((one) => (
          <ListCard key={one.activityId} activity={one} />
        ))}
      </div>
    </section>
  );
}
