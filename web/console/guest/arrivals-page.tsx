import { useRef, useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Arrivals } from "#contract/console/arrivals.ts";
import { formatClock, formatShort } from "#contract/core/date-text.ts";
import { enterFullScreen, leaveFullScreen, useFullScreen } from "../../platform/console/full-screen.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { ShareBar } from "../kit/display/badge.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage } from "../shell/index.ts";
import { guestKeys, loadArrivals } from "./api.ts";
import { MinuteChart } from "./minute-chart.tsx";
import { ArrivalsOverview } from "./overview.tsx";
import { GuestName } from "./guest-columns.tsx";
import { useChosenActivity } from "./guest-filters.ts";
import * as guestCss from "./guest.module.css";
import { guestPageMessages } from "./messages.ts";
import { ActivityChoice } from "./waitlist-page.tsx";

const { arrivals: texts, columns: labels } = guestPageMessages;
/** Interval of the live numbers, ms: a check-in shows within three seconds (requirement CO59). */
const LIVE_INTERVAL = 2_000;

const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className={guestCss.figure}>
    <p>{label}</p>
    <b>{value}</b>
  </div>
);

/** Share of the guests who came to the sessions that have begun; null: none has. */
function arrivalRate({ sessions, asOf }: Arrivals): number | null {
  const begun = sessions.filter(({ startTime }) => Date.parse(startTime) <= Date.parse(asOf));
  const total = begun.reduce((sum, session) => sum + session.total, 0);
  return total === 0 ? null : begun.reduce((sum, session) => sum + session.arrived, 0) / total;
}
const rateText = (rate: number | null): string => (rate === null ? "—" : `${Math.round(rate * 100)}%`);

const Figures = ({ data }: { data: Arrivals }) => (
  <section className={classNames(utilityCss.panel, guestCss.figures)} aria-label={texts.title}>
    <Figure label={texts.arrived} value={data.arrived} />
    <Figure label={texts.missing} value={data.total - data.arrived} />
    <Figure label={texts.rate} value={rateText(arrivalRate(data))} />
    <Figure label={texts.desks} value={`${data.desksInUse} / ${data.links}`} />
  </section>
);

type Share = { key: string; name: string; arrived: number; total: number };
const Shares = ({ title, shares }: { title: string; shares: readonly Share[] }) => (
  <Panel title={title} isFlush>
    <ul className={classNames(guestCss.lines, guestCss.shares)}>
      {shares.map(({ key, name, arrived, total }) => (
        <li key={key}>
          <span>{name}</span>
          <ShareBar label={name} value={arrived} max={total} />
          <span className={classNames(utilityCss.number, guestCss.end)}>{texts.share(arrived, total)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

type Person = { signUpId: string; name: string | null; mobile: string | null; time: string };
const People = ({
  title,
  people,
  isClock,
}: {
  title: string;
  people: readonly Person[];
  isClock: boolean;
}) => (
  <Panel title={title} isFlush>
    {people.length === 0 ? (
      <p className={classNames(utilityCss.padded, utilityCss.muted)}>{texts.none}</p>
    ) : (
      <ul className={guestCss.lines}>
        {people.map(({ signUpId, name, mobile, time }) => (
          <li key={signUpId}>
            <GuestName name={name} />
            <span className={utilityCss.number} data-private>
              {mobile}
            </span>
            <time className={classNames(utilityCss.number, utilityCss.secondary)}>
              {isClock ? formatClock(time) : formatShort(time)}
            </time>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

/** Arrivals of each minute, as a chart or as a table. */
function Minutes({ minutes }: Pick<Arrivals, "minutes">) {
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <Panel
      title={texts.perMinute}
      actions={
        <Segments
          label={texts.perMinute}
          value={view}
          onChange={setView}
          options={[
            { value: "chart", label: texts.chart },
            { value: "table", label: texts.table },
          ]}
        />
      }
    >
      {minutes.length === 0 && <p className={utilityCss.muted}>{texts.none}</p>}
      {minutes.length > 0 && view === "chart" && <MinuteChart minutes={minutes} />}
      {minutes.length > 0 && view === "table" && (
        <DataTable
          label={texts.perMinute}
          columns={[
            { id: "time", label: texts.minute, cell: ({ time }) => formatClock(time) },
            { id: "count", label: texts.count, isNumber: true, align: "end", cell: ({ count }) => count },
          ]}
          rows={minutes}
          rowId={({ time }) => time}
          rowName={({ time }) => formatClock(time)}
        />
      )}
    </Panel>
  );
}

const ArrivalBoard = ({ data }: { data: Arrivals }) => (
  <div className={utilityCss.stack}>
    <Figures data={data} />
    <Minutes minutes={data.minutes} />
    <div className={guestCss.columns}>
      <Shares
        title={texts.bySession}
        shares={data.sessions.map(({ sessionId, startTime, arrived, total }) => ({
          key: sessionId ?? "",
          name: formatShort(startTime),
          arrived,
          total,
        }))}
      />
      <Shares
        title={texts.byDealer}
        shares={data.dealers.map(({ dealerId, name, arrived, total }) => ({
          key: dealerId ?? "",
          name: name ?? texts.noDealer,
          arrived,
          total,
        }))}
      />
      <People title={texts.latest} people={data.latest} isClock />
      <People
        title={texts.absent}
        people={data.missing.map(({ startTime: time, ...guest }) => ({ ...guest, time }))}
        isClock={false}
      />
    </div>
  </div>
);

/** Live numbers of one activity, also as the whole screen. */
function LiveArrivals({ activityId }: { activityId: string }) {
  const board = useRef<HTMLDivElement>(null);
  const isFull = useFullScreen();
  const query = useQuery({
    queryKey: guestKeys.arrivals({ activityId }),
    queryFn: () => loadArrivals({ activityId }),
    refetchInterval: LIVE_INTERVAL,
    refetchIntervalInBackground: false,
  });
  return (
    <div ref={board} className={classNames(utilityCss.stack, isFull && guestCss.full)}>
      <div className={utilityCss.row}>
        <span className={utilityCss.grow}>{query.data?.title}</span>
        <ConsoleButton
          isSmall
          onClick={() => void (isFull ? leaveFullScreen() : board.current && enterFullScreen(board.current))}
        >
          {isFull ? texts.leaveFullScreen : texts.fullScreen}
        </ConsoleButton>
      </div>
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        right="signup.read"
        thing={{ noun: labels.activity, list: "/arrivals" }}
      >
        {(data) => <ArrivalBoard data={data} />}
      </QueryState>
    </div>
  );
}

/** 到场实况: arrivals of an activity as they happen. */
export function ArrivalsPage() {
  const activityId = useChosenActivity();
  return (
    <ConsolePage title={texts.title} isForPhones right="signup.read" live={{ isLive: true }}>
      <ActivityChoice />
      {activityId === null ? <ArrivalsOverview /> : <LiveArrivals key={activityId} activityId={activityId} />}
    </ConsolePage>
  );
}
