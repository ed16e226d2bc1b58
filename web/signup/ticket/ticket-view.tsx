import * as ticketCss from "./ticket.module.css";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useHref } from "react-router";
import { loginMessages } from "#contract/session/login-messages.ts";
import { formatSpan } from "#contract/core/date-text.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { canDownload, downloadTextFile } from "../../platform/browser/download.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { mapLink } from "../../platform/location/map-link.ts";
import { sharePage } from "../../platform/share/share.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { NavigateIcon, ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { CalendarIcon, CheckCircleIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { calendarFile } from "./calendar.ts";
import { TicketQrCode } from "./ticket-code.tsx";
import type { Ticket } from "./ticket-record.ts";
import { signUpMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { MovedNotice } from "../schedule/moved-notice.tsx";
import { TitleText } from "../../ui/display/title-text.tsx";

type TicketViewProps = {
  ticket: Ticket;
  /** Path of the detail page. */
  detail: string;
  /** Just signed up: shows a confirmation and takes the focus. */
  isNew: boolean;
  /** Offline copy from the browser's database. */
  isOfflineCopy: boolean;
  /** Called after the guest acknowledged a change of times. */
  onAcknowledged: () => void;
  /** Buttons below the ticket. */
  children?: ReactNode;
};

const placeOf = ({ dealerName, address }: Ticket): string =>
  dealerName === null ? address : signUpMessages.ticket.at(dealerName, address);

/** Whether the activity has a place: an online activity without a dealer has none. */
const hasPlace = ({ activityType, dealerName }: Ticket): boolean =>
  activityType === "localoffline" || dealerName !== null;

/** Lower part of a ticket: its code, or why there is none. */
function TicketStub({ ticket }: Pick<TicketViewProps, "ticket">) {
  const { ticketCode } = ticket;
  const isUsed = typeof ticket.checkedInTime === "string";
  const isWaiting = ticket.status === "waitlisted";
  const isSomewhere = hasPlace(ticket);
  return (
    <div className={ticketCss.stub}>
      {ticket.calledOff ? (
        <>
          <p className={ticketCss.cancelled}>
            <WarningIcon size={24} />
            {signUpMessages.calledOff.title}
          </p>
          <p>{signUpMessages.calledOff.text(ticket.calledOff.reason)}</p>
        </>
      ) : isWaiting ? (
        <p>{signUpMessages.ticket.waiting}</p>
      ) : (
        <>
          <div className={classNames(ticketCss.qrBox, isUsed && ticketCss.used)}>
            <TicketQrCode ticket={ticket} />
            {isUsed && <b className={ticketCss.stamp}>{signUpMessages.ticket.used}</b>}
          </div>
          <p
            className={`${textCss.numeric} ${ticketCss.codeText}`}
            translate="no"
            aria-label={signUpMessages.ticket.code(ticketCode)}
          >
            {ticketCode}
          </p>
          <p className={textCss.caption}>
            {isUsed
              ? signUpMessages.ticket.usedAt(formatMoment(ticket.checkedInTime ?? ""))
              : isSomewhere
                ? signUpMessages.ticket.show
                : signUpMessages.ticket.showOnline}
          </p>
        </>
      )}
    </div>
  );
}

/** Ticket (mockup 12-ticket): light in any theme, so that scanners can read its code. */
export function TicketView({
  ticket,
  detail,
  isNew,
  isOfflineCopy,
  onAcknowledged,
  children,
}: TicketViewProps) {
  const { status, title, coverUrl, startTime, endTime, name, mobile, seriesName } = ticket;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) article.current?.focus();
  }, [isNew]);
  const isWaiting = status === "waitlisted";
  return (
    <>
      <output className={ticketCss.hint}>
        {isNew && (
          <>
            <CheckCircleIcon size={20} />
            {isWaiting ? signUpMessages.ticket.waitlisted : signUpMessages.ticket.done}
          </>
        )}
        {isOfflineCopy && signUpMessages.ticket.kept}
      </output>
      {ticket.moved && !ticket.calledOff && (
        <MovedNotice
          {...{ activityId: ticket.activityId, moved: ticket.moved, startTime, endTime }}
          onAcknowledged={isOfflineCopy ? null : onAcknowledged}
        />
      )}
      <article
        className={ticketCss.ticket}
        ref={article}
        tabIndex={-1}
        aria-label={signUpMessages.ticketTitle}
      >
        <div className={ticketCss.face}>
          <div className={ticketCss.cover}>
            <ResponsivePicture url={coverUrl} width={420} height={280} isEager />
          </div>
          <div className={ticketCss.text}>
            <h2>
              <TitleText text={title} />
            </h2>
            <dl>
              <Entry label={signUpMessages.ticket.time}>{formatSpan(startTime, endTime)}</Entry>
              <Entry label={signUpMessages.ticket.person}>
                {name} <span className={`${textCss.numeric} ${textCss.noWrap}`}>{mobile}</span>
              </Entry>
              <Entry label={signUpMessages.ticket.place}>
                {ticket.dealerId ? (
                  <Link className={layoutCss.lineLink} to={`/dealer/${ticket.dealerId}`}>
                    {placeOf(ticket)}
                  </Link>
                ) : (
                  placeOf(ticket)
                )}
              </Entry>
              {seriesName !== null && <Entry label={signUpMessages.ticket.series}>{seriesName}</Entry>}
            </dl>
          </div>
        </div>
        <TicketStub ticket={ticket} />
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
  const { calendarSequence = 0, calendarTime = calledOff?.time ?? createdTime } = ticket;
  const addToCalendar = () => {
    const file = calendarFile({
      uid: `sign-up-${activityId}@${domain}`,
      // Some calendars display cancelled events like others, so the title says it as well.
      title: calledOff ? signUpMessages.ticket.titleOff(title) : title,
      location: placeOf(ticket),
      description: calledOff
        ? signUpMessages.calledOff.text(calledOff.reason)
        : signUpMessages.ticket.code(ticketCode),
      startTime,
      endTime,
      sequence: calendarSequence,
      stamp: calendarTime,
      isCancelled: calledOff !== undefined,
    });
    downloadTextFile(`${signUpMessages.ticketTitle}.ics`, "text/calendar;charset=utf-8", file);
  };
  const forward = async () => {
    const outcome = await sharePage({ title, text: formatSpan(startTime, endTime), path });
    if (outcome === "shared") showToast(loginMessages.shareDone);
    if (outcome === "copied") showToast(signUpMessages.ticket.copied);
    if (outcome === "failed") showToast(signUpMessages.ticket.shareFailed);
  };
  return (
    <div className={ticketCss.actions}>
      {isHydrated && canDownload() && (
        <button type="button" onClick={addToCalendar}>
          <CalendarIcon size={20} />
          {calledOff ? signUpMessages.ticket.calendarOff : signUpMessages.ticket.calendar}
        </button>
      )}
      {calledOff ? (
        <Link to={`/list?activityType=${ticket.activityType}`}>{signUpMessages.others}</Link>
      ) : (
        <>
          {hasPlace(ticket) && <Navigate ticket={ticket} />}
          <button type="button" onClick={() => void forward()}>
            <ShareIcon size={20} />
            {signUpMessages.ticket.forward}
          </button>
        </>
      )}
    </div>
  );
}

const Navigate = ({ ticket: { longitude, latitude, dealerName, address } }: { ticket: Ticket }) => (
  <a href={mapLink({ longitude, latitude, name: dealerName ?? address })} target="_blank" rel="noreferrer">
    <NavigateIcon size={20} />
    {signUpMessages.ticket.navigate}
  </a>
);
