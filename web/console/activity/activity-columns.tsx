import { pictureUrl } from "../../platform/picture/picture-url.ts";
import type { ConsoleActivity } from "#contract/console/activity/activities.ts";
import { activityStates, type ActivityState } from "#contract/console/activity/labels.ts";
import { businessTypes } from "#contract/activity/labels.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, ShareBar, type Tone } from "../kit/display/badge.tsx";
import type { Column } from "../kit/table/column.ts";
import * as activityCss from "./activity.module.css";
import { consoleActivityTexts as texts } from "./messages.ts";
import { sponsorLabel } from "./value-text.ts";

const tones: Readonly<Record<ActivityState, Tone>> = {
  draft: "mute",
  scheduled: "info",
  published: "ok",
  changed: "warn",
  withdrawn: "mute",
  cancelled: "error",
  ended: "mute",
};
/** State of an activity. */
export const StateBadge = ({ state }: { state: ActivityState }) => (
  <Badge tone={tones[state]} hasDot={state === "published" || state === "changed" || state === "scheduled"}>
    {activityStates[state]}
  </Badge>
);

/** Stage of the sign-up of a published activity; null: there is none to show. */
function signUpStage(activity: ConsoleActivity, now: number): keyof typeof texts.signUp | null {
  if (activity.state !== "published" && activity.state !== "changed") return null;
  if (now < Date.parse(activity.signUpStartTime)) return "soon";
  if (now >= Date.parse(activity.signUpEndTime)) return "over";
  return activity.quota !== null && activity.taken >= activity.quota ? "full" : "open";
}

/** Seats taken of the quota, as figures and as a bar. */
const TakenCell = ({ activity }: { activity: ConsoleActivity }) => (
  <span className={activityCss.taken}>
    <span>
      {texts.taken(activity.taken, activity.quota)}
      {activity.waiting > 0 && <small> {texts.waiting(activity.waiting)}</small>}
    </span>
    {activity.quota !== null && (
      <ShareBar label={texts.columns.taken} value={activity.taken} max={activity.quota} />
    )}
  </span>
);

const NameCell = ({ activity }: { activity: ConsoleActivity }) => (
  <span className={activityCss.name}>
    {activity.coverUrl === "" ? (
      <span className={activityCss.cover} aria-hidden="true" />
    ) : (
      <img
        className={activityCss.cover}
        src={pictureUrl(activity.coverUrl, { width: 96, height: 68 })}
        alt=""
        loading="lazy"
      />
    )}
    <span className={activityCss.nameText}>
      {activity.title}
      <small>
        <span className={activityCss.narrowTime}>{formatShort(activity.startTime)} · </span>
        {activity.activityId}
      </small>
    </span>
  </span>
);

/** Columns of the list; `now` in ms decides about the stage of the sign-up. */
export const activityColumns = (now: number): readonly Column<ConsoleActivity>[] => [
  {
    id: "activity",
    label: texts.columns.activity,
    isWide: true,
    cell: (activity) => <NameCell activity={activity} />,
  },
  {
    id: "businessType",
    label: texts.columns.businessType,
    hideBelow: "medium",
    cell: ({ businessType }) => businessTypes[businessType],
  },
  {
    id: "sponsor",
    label: texts.columns.sponsor,
    hideBelow: "narrow",
    cell: ({ sponsorLevel1, sponsorLevel2 }) => sponsorLabel(sponsorLevel1, sponsorLevel2),
  },
  {
    id: "startTime",
    label: texts.columns.startTime,
    isSortable: true,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ startTime }) => formatShort(startTime),
  },
  {
    id: "state",
    label: texts.columns.state,
    cell: (activity) => {
      const stage = signUpStage(activity, now);
      return (
        <span className={activityCss.states}>
          <StateBadge state={activity.state} />
          {stage !== null && <small>{texts.signUp[stage]}</small>}
        </span>
      );
    },
  },
  {
    id: "taken",
    label: texts.columns.taken,
    isNumber: true,
    cell: (activity) => <TakenCell activity={activity} />,
  },
  {
    id: "plan",
    label: texts.columns.plan,
    hideBelow: "medium",
    cell: ({ plan }) => (plan === null ? "—" : texts.planned(plan.action, formatShort(plan.time))),
  },
];
