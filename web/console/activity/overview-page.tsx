import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import { businessTypes } from "#contract/activity/labels.ts";
import type { FigureName } from "#contract/console/figure-terms.ts";
import { MAX_FIGURE_DAYS } from "#contract/console/figures.ts";
import { DAY, formatDateTime, formatShort, formatSpan } from "#contract/core/date-text.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { ConsoleButton, ConsoleLink } from "../kit/controls/console-button.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useSession, useShownPaths } from "../shell/index.ts";
import { StateBadge } from "./activity-columns.tsx";
import { ActivityFrame } from "./activity-frame.tsx";
import * as activityCss from "./activity.module.css";
import { takeBackPlan, refreshActivity } from "./api.ts";
import { FaultList } from "./fault-list.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";
import { fieldLabels, sponsorLabel } from "./value-text.ts";

const livePages = [
  { path: "/waitlist", label: texts.people.waitlist },
  { path: "/arrivals", label: texts.people.arrivals },
] as const;
/** Figures whose rows the numbers are; others have none. */
const figureOf: Readonly<Partial<Record<keyof typeof texts.numbers, FigureName>>> = {
  signUps: "signUps",
  waiting: "waiting",
  arrived: "arrivals",
  leads: "leads",
  couponsSent: "couponsSent",
  couponsRedeemed: "couponsRedeemed",
  kocAccepted: "kocAccepted",
};
/** Days of the rows before today: with today the longest range. */
const ROW_DAYS = MAX_FIGURE_DAYS - 1;
const numberNames = Object.entries(texts.numbers) as [keyof typeof texts.numbers, string][];

/** State, numbers and next step of an activity. */
export function ActivityOverviewPage() {
  return <ActivityFrame>{(activity) => <Overview activity={activity} />}</ActivityFrame>;
}

const Overview = ({ activity }: { activity: ConsoleActivityDetail }) => (
  <>
    {!activity.canWrite && <NoteBar tone="mute">{texts.readOnly}</NoteBar>}
    <Plans activity={activity} />
    <div className={utilityCss.withAside}>
      <div className={utilityCss.stack}>
        <Numbers activity={activity} />
        <Panel title={texts.tabs.overview}>
          <FactList
            facts={[
              [texts.facts.number, activity.activityId],
              [texts.facts.businessType, businessTypes[activity.businessType]],
              [texts.facts.sponsor, sponsorLabel(activity.sponsorLevel1, activity.sponsorLevel2)],
              [texts.facts.time, formatSpan(activity.startTime, activity.endTime)],
              [texts.facts.signUpTime, formatSpan(activity.signUpStartTime, activity.signUpEndTime)],
              [texts.facts.place, activity.address === "" ? null : activity.address],
              [texts.facts.changed, changedText(activity)],
              [texts.facts.cancelReason, activity.cancelReason],
            ]}
          />
        </Panel>
        <LivePages activityId={activity.activityId} />
      </div>
      <Panel title={texts.nextStep}>
        <div className={utilityCss.stack}>
          <p>
            <StateBadge state={activity.state} />
          </p>
          <p>{texts.nextSteps[activity.state]}</p>
          {activity.draftFields.length > 0 && (
            <p className={utilityCss.secondary}>{texts.draftFields(fieldLabels(activity.draftFields))}</p>
          )}
          {activity.canWrite && (
            <ConsoleLink to={`/activities/${activity.activityId}/edit`} isWide>
              {texts.actions.edit}
            </ConsoleLink>
          )}
        </div>
      </Panel>
    </div>
  </>
);

/**
 * Numbers of the activity, counted as the board counts them (requirement CO79), each with the way to its rows where the
 * operator may see figures.
 */
function Numbers({ activity: { activityId, numbers } }: { activity: ConsoleActivityDetail }) {
  const { may } = useSession();
  const [days] = useState(() => {
    const now = Date.now();
    return `${toShanghaiDate(now - ROW_DAYS * DAY)}..${toShanghaiDate(now)}`;
  });
  const maySeeRows = may("figure.read");
  const analysis = new URLSearchParams({ activity: activityId, period: days });
  return (
    <Panel
      title={texts.numbersTitle}
      actions={
        maySeeRows && (
          <ConsoleLink isSmall to={`/analysis?${analysis.toString()}`}>
            {texts.analysis}
          </ConsoleLink>
        )
      }
    >
      <dl className={activityCss.figures}>
        {numberNames.map(([name, label]) => {
          const figure = figureOf[name];
          const rows = new URLSearchParams({ figure: figure ?? "", activity: activityId, period: days });
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <b>{numbers[name] ?? texts.noLimit}</b>
                {maySeeRows && figure !== undefined && (
                  <Link
                    to={`/dashboard/rows?${rows.toString()}`}
                    className={`${utilityCss.link} ${utilityCss.caption}`}
                    aria-label={texts.rowsOf(label)}
                  >
                    {texts.rows}
                  </Link>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}

/** Pages of the day itself, filtered on the activity; those of people are tabs. */
function LivePages({ activityId }: { activityId: string }) {
  const paths = useShownPaths();
  const pages = livePages.filter(({ path }) => paths.has(path));
  if (pages.length === 0) return null;
  return (
    <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
      {pages.map(({ path, label }) => (
        <ConsoleLink key={path} isSmall to={`${path}?activity=${activityId}`}>
          {label}
        </ConsoleLink>
      ))}
    </div>
  );
}

function changedText({ changedTime, changedBy, changedDoor }: ConsoleActivityDetail): string | null {
  if (changedTime === null) return null;
  const by = changedBy ?? texts.doors[changedDoor ?? ""] ?? texts.staffLink;
  return `${formatDateTime(changedTime)} · ${by}`;
}

/** Planned acts, and the last one that was refused. */
function Plans({
  activity: { activityId, plans, refusedPlan, canPublish },
}: {
  activity: ConsoleActivityDetail;
}) {
  const client = useQueryClient();
  const cancel = async (changeId: string): Promise<void> => {
    await takeBackPlan(activityId, changeId);
    showResult(texts.planCancelled);
    await refreshActivity(client, activityId);
  };
  return (
    <>
      {refusedPlan !== null && (
        <NoteBar tone="error">
          {texts.refusedPlan(formatShort(refusedPlan.time), refusedPlan.action)}
          <FaultList faults={refusedPlan.faults} />
        </NoteBar>
      )}
      {plans.map((plan) => (
        <NoteBar key={plan.changeId} tone="info">
          <span className={utilityCss.row}>
            {texts.planned(plan.action, formatDateTime(plan.time))}
            {plan.by !== null && ` · ${plan.by}`}
            {canPublish && (
              <ConsoleButton isSmall onClick={() => void cancel(plan.changeId)}>
                {texts.cancelPlan}
              </ConsoleButton>
            )}
          </span>
        </NoteBar>
      ))}
    </>
  );
}
