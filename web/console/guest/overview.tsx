import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { ArrivalsToday } from "#contract/console/arrivals.ts";
import type { Waitlists } from "#contract/console/guests.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Badge, ShareBar } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { guestKeys, loadArrivalsToday, loadWaitlists } from "./api.ts";
import { overviewMessages as texts } from "./overview-messages.ts";

type TodaySession = ArrivalsToday["sessions"][number];
type WaitlistSum = Waitlists["waitlists"][number];
const figure = { align: "end", isNumber: true } as const;

const sessionColumns: readonly Column<TodaySession>[] = [
  { id: "title", label: texts.activity, isWide: true, cell: ({ title }) => title },
  { id: "start", label: texts.session, isNumber: true, cell: ({ startTime }) => formatShort(startTime) },
  {
    id: "day",
    label: texts.day,
    cell: ({ isToday }) => (
      <Badge tone={isToday ? "ok" : "mute"}>{isToday ? texts.today : texts.later}</Badge>
    ),
  },
  {
    id: "arrived",
    label: texts.arrived,
    ...figure,
    cell: ({ arrived, total }) => `${formatCount(arrived)} / ${formatCount(total)}`,
  },
  {
    id: "share",
    label: texts.share,
    hideBelow: "narrow",
    cell: ({ title, arrived, total }) => <ShareBar label={title} value={arrived} max={total} />,
  },
];

/** Arrivals of today over all activities in scope; a row opens its activity. */
export function ArrivalsOverview() {
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: guestKeys.today,
    queryFn: loadArrivalsToday,
    refetchInterval: 10_000,
  });
  return (
    <QueryState query={query} skeleton={<TableSkeleton columns={sessionColumns} />} right="signup.read">
      {({ total, arrived, sessions }) =>
        sessions.length === 0 ? (
          <EmptyPage title={texts.noSessions} text={texts.noSessionsText} />
        ) : (
          <Panel
            title={texts.todayTitle}
            hint={total === 0 ? texts.noneToday : texts.sum(formatCount(arrived), formatCount(total))}
            isFlush
          >
            <DataTable
              label={texts.todayTitle}
              isInset
              columns={sessionColumns}
              rows={sessions}
              rowId={({ activityId, sessionId }) => `${activityId} ${sessionId ?? ""}`}
              rowName={({ title }) => title}
              secondLine={({ startTime }) => formatShort(startTime)}
              onOpen={({ activityId }) => void navigate({ search: `?activity=${activityId}` })}
            />
          </Panel>
        )
      }
    </QueryState>
  );
}

const waitlistColumns: readonly Column<WaitlistSum>[] = [
  { id: "title", label: texts.activity, isWide: true, cell: ({ title }) => title },
  {
    id: "start",
    label: texts.begin,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ startTime }) => formatShort(startTime),
  },
  { id: "waiting", label: texts.waiting, ...figure, cell: ({ waiting }) => formatCount(waiting) },
  { id: "offered", label: texts.offered, ...figure, cell: ({ offered }) => formatCount(offered) },
  {
    id: "since",
    label: texts.since,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ since }) => (since === null ? "" : formatShort(since)),
  },
];

/** Activities on whose waitlist somebody is; a row opens its list. */
export function WaitlistOverview() {
  const navigate = useNavigate();
  const query = useQuery({ queryKey: guestKeys.waitlists, queryFn: loadWaitlists, refetchInterval: 30_000 });
  return (
    <QueryState query={query} skeleton={<TableSkeleton columns={waitlistColumns} />} right="signup.read">
      {(waitlists) =>
        waitlists.length === 0 ? (
          <EmptyPage title={texts.noWaitlists} text={texts.noWaitlistsText} />
        ) : (
          <Panel
            title={texts.waitlistTitle}
            hint={
              <span className={utilityCss.number}>
                {texts.waitlistSum(
                  waitlists.length,
                  waitlists.reduce((sum, { waiting }) => sum + waiting, 0),
                )}
              </span>
            }
            isFlush
          >
            <DataTable
              label={texts.waitlistTitle}
              isInset
              columns={waitlistColumns}
              rows={waitlists}
              rowId={({ activityId }) => activityId}
              rowName={({ title }) => title}
              secondLine={({ startTime }) => formatShort(startTime)}
              onOpen={({ activityId }) => void navigate({ search: `?activity=${activityId}` })}
            />
          </Panel>
        )
      }
    </QueryState>
  );
}
