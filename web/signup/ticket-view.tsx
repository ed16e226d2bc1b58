import "./ticket.css";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useHref } from "react-router";
import { loginMessages } from "#contract/errors.ts";
import { classes } from "../ui/classes.ts";
import { formatMoment, formatSpan } from "../ui/format.ts";
import { canDownload, download } from "../platform/download.ts";
import { toast } from "../platform/http/challenges.ts";
import { mapLink } from "../platform/map-link.ts";
import { share } from "../platform/share.ts";
import { useBrand } from "../platform/site.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { NavigateIcon, ShareIcon } from "../ui/icons-of-things.tsx";
import { CalendarIcon, CheckCircleIcon, WarningIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { calendarFile } from "./calendar.ts";
import { TicketCode } from "./ticket-code.tsx";
import type { Ticket } from "./ticket-record.ts";
import { words } from "./words.ts";

type TicketViewProps = {
  ticket: Ticket;
  /** The detail page's address. */
  detail: string;
  /** Just signed up: says so, and takes the focus. */
  isNew: boolean;
  /** Without a network, from the browser's database. */
  isKept: boolean;
  /** What may be done about it, below. */
  children?: ReactNode;
};

const placeOf = ({ dealerName, address }: Ticket): string =>
  dealerName === null ? address : words.ticket.at(dealerName, address);

/** Whether one goes somewhere: an online activity that no dealer holds is nowhere. */
const hasPlace = ({ activityType, dealerName }: Ticket): boolean =>
  activityType === "localoffline" || dealerName !== null;

/** The ticket (mockup 12-ticket): light in any theme, so that its code scans. */
export function TicketView({ ticket, detail, isNew, isKept, children }: TicketViewProps) {
  const { ticketCode, status, title, coverUrl, startTime, endTime, name, mobile, seriesName } = ticket;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) article.current?.focus();
  }, [isNew]);
  const isUsed = typeof ticket.checkedInTime === "string";
  const isWaiting = status === "waitlisted";
  const isSomewhere = hasPlace(ticket);
  return (
    <>
      <output className="tkt-say">
        {isNew && (
          <>
            <CheckCircleIcon size={20} />
            {isWaiting ? words.ticket.waitlisted : words.ticket.done}
          </>
        )}
        {isKept && words.ticket.kept}
      </output>
      <article className="tkt" ref={article} tabIndex={-1} aria-label={words.ticketTitle}>
        <div className="face">
          <div className="cv">
            <Picture url={coverUrl} width={420} height={280} isEager />
          </div>
          <div className="tx">
            <h2>{title}</h2>
            <dl>
              <Entry label={words.ticket.time}>{formatSpan(startTime, endTime)}</Entry>
              <Entry label={words.ticket.person}>
                {name} <span className="num nw">{mobile}</span>
              </Entry>
              <Entry label={words.ticket.place}>{placeOf(ticket)}</Entry>
              {seriesName !== null && <Entry label={words.ticket.series}>{seriesName}</Entry>}
            </dl>
          </div>
        </div>
        <div className="stub">
          {ticket.calledOff ? (
            <>
              <p className="off">
                <WarningIcon size={24} />
                {words.calledOff.title}
              </p>
              <p>{words.calledOff.text(ticket.calledOff.reason)}</p>
            </>
          ) : isWaiting ? (
            <p>{words.ticket.waiting}</p>
          ) : (
            <>
              <div className={classes("qr-box", isUsed && "used")}>
                <TicketCode ticket={ticket} />
                {isUsed && <b className="stamp">{words.ticket.used}</b>}
              </div>
              <p className="num code-text" aria-label={words.ticket.code(ticketCode)}>
                {ticketCode}
              </p>
              <p className="cap">
                {isUsed
                  ? words.ticket.usedAt(formatMoment(ticket.checkedInTime ?? ""))
                  : isSomewhere
                    ? words.ticket.show
                    : words.ticket.showOnline}
              </p>
            </>
          )}
        </div>
      </article>
      <TicketActions ticket={ticket} detail={detail} />
      {children}
    </>
  );
}

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function TicketActions({ ticket, detail }: { ticket: Ticket; detail: string }) {
  const { domain } = useBrand();
  const isHydrated = useHydrated();
  const path = useHref(detail);
  const { title, startTime, endTime, activityId, ticketCode, createdTime, calledOff } = ticket;
  const addToCalendar = () => {
    const file = calendarFile({
      uid: `sign-up-${activityId}@${domain}`,
      // Some calendars show what is cancelled like anything else: its own words say so, too.
      title: calledOff ? words.ticket.titleOff(title) : title,
      location: placeOf(ticket),
      description: calledOff ? words.calledOff.text(calledOff.reason) : words.ticket.code(ticketCode),
      startTime,
      endTime,
      stamp: calledOff?.time ?? createdTime,
      isCancelled: calledOff !== undefined,
    });
    download(`${words.ticketTitle}.ics`, "text/calendar;charset=utf-8", file);
  };
  const forward = async () => {
    const outcome = await share({ title, text: formatSpan(startTime, endTime), path });
    if (outcome === "shared") toast(loginMessages.shareDone);
    if (outcome === "copied") toast(words.ticket.copied);
    if (outcome === "failed") toast(words.ticket.shareFailed);
  };
  return (
    <div className="acts">
      {isHydrated && canDownload() && (
        <button type="button" onClick={addToCalendar}>
          <CalendarIcon size={20} />
          {calledOff ? words.ticket.calendarOff : words.ticket.calendar}
        </button>
      )}
      {calledOff ? (
        <Link to={`/list?activityType=${ticket.activityType}`}>{words.others}</Link>
      ) : (
        <>
          {hasPlace(ticket) && <Navigate ticket={ticket} />}
          <button type="button" onClick={() => void forward()}>
            <ShareIcon size={20} />
            {words.ticket.forward}
          </button>
        </>
      )}
    </div>
  );
}

const Navigate = ({ ticket: { longitude, latitude, dealerName, address } }: { ticket: Ticket }) => (
  <a href={mapLink({ longitude, latitude, name: dealerName ?? address })} target="_blank" rel="noreferrer">
    <NavigateIcon size={20} />
    {words.ticket.navigate}
  </a>
);
