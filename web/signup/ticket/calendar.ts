import { toShanghaiIso } from "#contract/core/shanghai-date.ts";

/** Appointment; moments in ISO 8601 with offset. */
export type Appointment = {
  readonly uid: string;
  readonly title: string;
  readonly location: string;
  readonly description: string;
  readonly startTime: string;
  readonly endTime: string;
  /** Version, and time of its last change: both grow with each change. */
  readonly sequence: number;
  readonly stamp: string;
  /** Cancels the event in calendars that contain it. */
  readonly isCancelled?: boolean;
};

/** Time zone of the activities; China has one zone and no daylight saving time. */
const ZONE = "Asia/Shanghai";
const zone = [
  "BEGIN:VTIMEZONE",
  `TZID:${ZONE}`,
  "BEGIN:STANDARD",
  "DTSTART:19910915T000000",
  "TZOFFSETFROM:+0800",
  "TZOFFSETTO:+0800",
  "TZNAME:CST",
  "END:STANDARD",
  "END:VTIMEZONE",
];
/** Local time in that zone, the same as on the ticket, whatever zone the phone is in. */
const local = (moment: string): string => toShanghaiIso(moment).slice(0, 19).replace(/[-:]/g, "");
const utc = (moment: string): string =>
  new Date(moment)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:]/g, "");
/** TEXT of RFC 5545 section 3.3.11. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, "\\n");

const encoder = new TextEncoder();
/** Folds lines to at most 75 octets, never within a character (RFC 5545 section 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      parts.push(part);
      part = "";
      // The space before a continuation line counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}

const reminder = (appointment: Appointment): string[] => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-P1D",
  `DESCRIPTION:${escaped(appointment.title)}`,
  "END:VALARM",
];

/**
 * iCalendar file with one event and a reminder the day before (requirement L20), or with its cancellation.
 */
export function calendarFile(appointment: Appointment): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Marque//Sign-up//ZH",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...zone,
    "BEGIN:VEVENT",
    `UID:${escaped(appointment.uid)}`,
    `DTSTAMP:${utc(appointment.stamp)}`,
    `LAST-MODIFIED:${utc(appointment.stamp)}`,
    // A higher sequence number replaces the earlier version of the event.
    `SEQUENCE:${appointment.sequence}`,
    `STATUS:${appointment.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `DTSTART;TZID=${ZONE}:${local(appointment.startTime)}`,
    `DTEND;TZID=${ZONE}:${local(appointment.endTime)}`,
    `SUMMARY:${escaped(appointment.title)}`,
    `LOCATION:${escaped(appointment.location)}`,
    `DESCRIPTION:${escaped(appointment.description)}`,
    ...(appointment.isCancelled ? [] : reminder(appointment)),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
