import * as reminderCss from "./reminder-bar.module.css";
import { useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { formatClock, formatDateTime } from "#contract/core/date-text.ts";
import { reminders, type Reminder } from "../../platform/notifications/reminders.ts";
import { safeSessionStorage } from "../../platform/storage/safe-storage.ts";
import { sessionKey } from "../../platform/storage/session-storage-keys.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { ClockIcon, TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { CloseIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";
import { reminderMessages } from "./reminder-messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Pages with reminders; on others the person is busy. */
const reminderPaths = ["/", "/list", "/mine"];
const keyOf = ({ kind, activityId, moment }: Reminder): string => `${kind} ${activityId} ${moment}`;
const CLOSED = sessionKey("reminded");
const readClosed = (): string[] => (safeSessionStorage.get(CLOSED) ?? "").split("\n");

/** Text of a reminder, with the name of the day. */
function textOf({ kind, moment, isToday }: Reminder): string {
  const { off, moved, offer, today, tomorrow, opensToday, opensTomorrow, open } = reminderMessages;
  if (kind === "off") return off;
  if (kind === "moved") return moved(formatDateTime(moment));
  if (kind === "offer") return offer(formatDateTime(moment));
  if (kind === "open") return open;
  const time = formatClock(moment);
  const [todayText, tomorrowText] = kind === "soon" ? [today, tomorrow] : [opensToday, opensTomorrow];
  return isToday ? todayText(time) : tomorrowText(time);
}

/**
 * The most urgent reminder, above the tab bar. A closed one stays away for the visit, a closed cancellation
 * permanently (requirements L18, L20).
 */
export function ReminderBar() {
  const all = useSyncExternalStore(reminders.subscribe, reminders.get, reminders.get);
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(readClosed);
  const current = all.find((reminder) => !closed.includes(keyOf(reminder)));
  if (current === undefined || !reminderPaths.includes(pathname)) return null;
  const close = () => {
    const next = [...readClosed(), keyOf(current)];
    safeSessionStorage.set(CLOSED, next.join("\n"));
    setClosed(next);
    if (current.kind === "off")
      void import("../../platform/notifications/seen-cancellations.ts").then(
        ({ markCancellationSeen }) => markCancellationSeen(current.activityId, current.moment),
        () => {},
      );
  };
  const isWarning = current.kind === "off" || current.kind === "moved";
  const KindIcon = isWarning ? WarningIcon : current.kind === "soon" ? TicketIcon : ClockIcon;
  return (
    <aside className={reminderCss.reminder} aria-label={reminderMessages.label}>
      <KindIcon size={20} />
      <Link className={layoutCss.grow} to={current.path} prefetch="intent">
        <b>{textOf(current)}</b>
        <span className={textCss.ellipsis}>{current.title}</span>
      </Link>
      <IconButton label={reminderMessages.close} icon={<CloseIcon size={20} />} onClick={close} />
    </aside>
  );
}
