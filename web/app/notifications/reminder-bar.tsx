import "./reminder-bar.css";
import { useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { reminders, type Reminder } from "../../platform/notifications/reminders.ts";
import { safeSessionStorage } from "../../platform/storage/safe-storage.ts";
import { sessionKey } from "../../platform/storage/session-storage-keys.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { formatDate, wallClock } from "../../ui/display/format.ts";
import { ClockIcon, TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { CloseIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";
import { reminderMessages } from "./reminder-messages.ts";

/** Pages that somebody comes by; elsewhere they are busy with something. */
const shownOn = ["/", "/list", "/mine"];
const keyOf = ({ kind, activityId, moment }: Reminder): string => `${kind} ${activityId} ${moment}`;
const CLOSED = sessionKey("reminded");
const closedNow = (): string[] => (safeSessionStorage.get(CLOSED) ?? "").split("\n");

const clock = (moment: string): string => `${formatDate(moment)} ${wallClock(moment).time}`;

/** What a reminder says, days by their names. */
function said({ kind, moment, isToday }: Reminder): string {
  const { off, offer, today, tomorrow, opensToday, opensTomorrow, open } = reminderMessages;
  if (kind === "off") return off;
  if (kind === "offer") return offer(clock(moment));
  if (kind === "open") return open;
  const { time } = wallClock(moment);
  const [said, saidBefore] = kind === "soon" ? [today, tomorrow] : [opensToday, opensTomorrow];
  return isToday ? said(time) : saidBefore(time);
}

/**
 * The most urgent reminder, above the tab bar; closed, it stays away for the visit, and that something was called off for
 * good (requirements L18, L20).
 */
export function ReminderBar() {
  const all = useSyncExternalStore(reminders.subscribe, reminders.get, reminders.get);
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(closedNow);
  const one = all.find((reminder) => !closed.includes(keyOf(reminder)));
  if (one === undefined || !shownOn.includes(pathname)) return null;
  const close = () => {
    const next = [...closedNow(), keyOf(one)];
    safeSessionStorage.set(CLOSED, next.join("\n"));
    setClosed(next);
    if (one.kind === "off")
      void import("../../platform/notifications/seen-cancellations.ts").then(
        ({ markCancellationSeen: noteTold }) => noteTold(one.activityId, one.moment),
        () => {},
      );
  };
  const KindIcon = one.kind === "off" ? WarningIcon : one.kind === "soon" ? TicketIcon : ClockIcon;
  return (
    <aside className="rmd" aria-label={reminderMessages.label}>
      <KindIcon size={20} />
      <Link className="f1" to={one.path} prefetch="intent">
        <b>{said(one)}</b>
        <span className="el1">{one.title}</span>
      </Link>
      <IconButton label={reminderMessages.close} icon={<CloseIcon size={20} />} onClick={close} />
    </aside>
  );
}
