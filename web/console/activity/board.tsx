import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ConsoleActivity } from "#contract/console/activity/activities.ts";
import { DAY, formatClock, formatDate } from "#contract/core/date-text.ts";
import { dayOfWeek, toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { StateBadge } from "./activity-columns.tsx";
import * as activityCss from "./activity.module.css";
import { activityKeys, loadActivities } from "./api.ts";
import { consoleActivityTexts as texts } from "./messages.ts";
import { daysOfWeek, isOnDay, startOfWeek, weekFilter, type WeekDay } from "./week.ts";

/** Pages that a week reads at most. */
const MAX_PAGES = 4;
type Week = { readonly rows: readonly ConsoleActivity[]; readonly isCut: boolean };
/** All activities of a week, page by page. */
async function loadWeek(monday: number): Promise<Week> {
  const rows: ConsoleActivity[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const found: Awaited<ReturnType<typeof loadActivities>> = await loadActivities({
      filter: weekFilter(monday),
      sort: { by: "startTime", isDescending: false },
      ...(cursor !== null && { cursor }),
    });
    rows.push(...found.rows);
    cursor = found.next;
    if (cursor === null) break;
  }
  return { rows, isCut: cursor !== null };
}

/** Activities of a week by day; the week stands in the address. */
export function ActivityBoard() {
  const [search, setSearch] = useSearchParams();
  const given = Date.parse(search.get("week") ?? "");
  // Today is that of the moment at which the board opened.
  const [now] = useState(() => Date.now());
  const monday = startOfWeek(Number.isNaN(given) ? now : given);
  const query = useQuery({ queryKey: [activityKeys.list, "week", monday], queryFn: () => loadWeek(monday) });
  const show = (week: number): void => setSearch({ look: "board", week: toShanghaiDate(week) });
  const days = daysOfWeek(monday, now);
  return (
    <>
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <ConsoleButton isSmall onClick={() => show(monday - 7 * DAY)}>
          {texts.week.previous}
        </ConsoleButton>
        <ConsoleButton isSmall onClick={() => show(startOfWeek(now))}>
          {texts.week.current}
        </ConsoleButton>
        <ConsoleButton isSmall onClick={() => show(monday + 7 * DAY)}>
          {texts.week.next}
        </ConsoleButton>
        <strong>{texts.week.range(formatDate(monday), formatDate(monday + 6 * DAY))}</strong>
      </div>
      <QueryState query={query} skeleton={<BoardDays days={days} rows={[]} />} right="activity.read">
        {({ rows, isCut }) => (
          <>
            {isCut && <NoteBar tone="warn">{texts.boardMore}</NoteBar>}
            <BoardDays days={days} rows={rows} />
          </>
        )}
      </QueryState>
    </>
  );
}

/** Narrow windows scroll the days; the keyboard needs a place to do so from. */
const scrollable = { tabIndex: 0 } as const;
const BoardDays = ({ days, rows }: { days: readonly WeekDay[]; rows: readonly ConsoleActivity[] }) => (
  <section className={activityCss.board} {...scrollable} aria-label={texts.views.board}>
    {days.map((day) => {
      const shown = rows.filter((row) => isOnDay(row, day));
      return (
        <section key={day.day} className={activityCss.day} data-today={day.isToday}>
          <h2>
            {texts.weekdays[dayOfWeek(day.start)]} <span>{formatDate(day.start)}</span>
          </h2>
          {shown.length === 0 && <p className={activityCss.noneThatDay}>{texts.noneThatDay}</p>}
          <ul>
            {shown.map((activity) => (
              <li key={activity.activityId}>
                <Link className={activityCss.boardCard} to={`/activities/${activity.activityId}`}>
                  <strong>{activity.title}</strong>
                  <span>
                    {formatClock(activity.startTime)} · {texts.taken(activity.taken, activity.quota)}
                  </span>
                  <StateBadge state={activity.state} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </section>
);
