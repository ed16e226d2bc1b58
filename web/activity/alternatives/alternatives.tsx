import * as alternativesCss from "./alternatives.module.css";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import type { Activity } from "#contract/activity/activity.ts";
import { currentViewpoint } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { loadActivityPage, locationArgs } from "../api.ts";
import { ListCard } from "../card/card.tsx";
import { alternativesMessages } from "./alternatives-messages.ts";
import * as cardCss from "../card/card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const MAX_SHOWN = 3;
/** Number of open activities requested, from which those with free seats are chosen. */
const MAX_REQUESTED = 20;

/** Activities with free seats: those of the same business type first, otherwise in list order. */
export const chooseAlternatives = (
  found: readonly Activity[],
  { activityId, businessType }: Pick<Activity, "activityId" | "businessType">,
): Activity[] => {
  const free = found.filter((candidate) => candidate.activityId !== activityId && candidate.remaining !== 0);
  const isSimilar = (candidate: Activity): boolean => candidate.businessType === businessType;
  return [...free.filter(isSimilar), ...free.filter((candidate) => !isSimilar(candidate))].slice(
    0,
    MAX_SHOWN,
  );
};

/**
 * Open activities of the same city, below one that is full or over. Renders nothing if there are none, or
 * without a network.
 */
export function Alternatives({ activity }: { activity: Activity }) {
  const [alternatives, setAlternatives] = useState<readonly Activity[]>([]);
  const { activityId, cityCode } = activity;
  const find = useEffectEvent(async (): Promise<Activity[]> => {
    const viewpoint = currentViewpoint();
    const place = viewpoint.cityCode === cityCode ? locationArgs(viewpoint) : { cityCode };
    const args = { ...place, activityType: "localoffline", status: 2, size: MAX_REQUESTED } as const;
    return chooseAlternatives((await loadActivityPage(send, args)).list, activity);
  });
  useEffect(() => {
    let isCurrent = true;
    find().then(
      (found) => isCurrent && setAlternatives(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId]);
  if (alternatives.length === 0) return null;
  return (
    <section className={`${contentCss.section} ${alternativesCss.others}`} aria-labelledby="others">
      <div className={contentCss.sectionHead}>
        <h2 className={textCss.title2} id="others">
          {alternativesMessages.title}
        </h2>
        <Link className={controlsCss.link} to={`/list?cityCode=${cityCode}&status=2`} prefetch="intent">
          {alternativesMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <div className={cardCss.list}>
        {alternatives.map((candidate) => (
          <ListCard key={candidate.activityId} activity={candidate} />
        ))}
      </div>
    </section>
  );
}
