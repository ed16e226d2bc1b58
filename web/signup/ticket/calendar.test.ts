import ICAL from "ical.js";
import { expect, test } from "vitest";
import { calendarFile } from "./calendar.ts";

const appointment = {
  uid: "sign-up-1@qinglan.example",
  title: "莫干山晨雾试驾; 首批, \\体验",
  location: "青岚中心·徐汇滨江（试营业）· 龙腾大道 2555 号，请从北门进入，停车后步行约三分钟即到",
  description: "报名凭证号 QL26 1128 0046\n请提前十分钟到店",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T10:00:00+08:00",
  sequence: 4,
  stamp: "2026-11-20T23:59:59+08:00",
};

/** Properties of a file, unfolded and unescaped; the first of repeated names. */
function read(file: string): Map<string, string> {
  const lines = file.replace(/\r\n[ \t]/g, "").split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const [, name = "", value = ""] = /^([A-Z-]+):(.*)$/.exec(line) ?? [];
    const text = value.replace(/\\(.)/g, (_whole, character: string) =>
      character === "n" ? "\n" : character,
    );
    return [name, text];
  });
  return new Map(pairs.toReversed());
}

test("L20 times are those of the session in Shanghai's time zone", () => {
  const file = calendarFile({ ...appointment, startTime: "2026-11-28T00:30:00Z" });
  expect(file).toContain("DTSTART;TZID=Asia/Shanghai:20261128T083000\r\n");
  expect(file).toContain("DTEND;TZID=Asia/Shanghai:20261128T100000\r\n");
  expect(file).toMatch(
    /BEGIN:VTIMEZONE\r\nTZID:Asia\/Shanghai\r\n.*TZOFFSETTO:\+0800\r\n.*END:VTIMEZONE\r\n/s,
  );
  const event = read(file);
  expect(event.get("DTSTAMP")).toBe("20261120T155959Z");
  expect(event.get("TRIGGER")).toBe("-P1D");
});

test("L20 texts are preserved: separators, line breaks, long lines", () => {
  const event = read(calendarFile(appointment));
  expect(event.get("UID")).toBe(appointment.uid);
  expect(event.get("SUMMARY")).toBe(appointment.title);
  expect(event.get("LOCATION")).toBe(appointment.location);
});

test("L20 lines end in CRLF and have at most 75 octets, never cut within a character", () => {
  const file = calendarFile({ ...appointment, title: "🙂".repeat(60) });
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const sizes = file.split("\r\n").map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
  expect(read(file).get("SUMMARY")).toBe("🙂".repeat(60));
});

test("W10 L20 a cancelled activity is cancelled in the calendar and has no reminder", () => {
  const off = calendarFile({
    ...appointment,
    sequence: 7,
    stamp: "2026-11-27T12:00:00+08:00",
    isCancelled: true,
  });
  const event = read(off);
  expect([event.get("UID"), event.get("STATUS"), event.get("SEQUENCE"), event.get("DTSTAMP")]).toEqual([
    appointment.uid,
    "CANCELLED",
    "7",
    "20261127T040000Z",
  ]);
  expect(off).not.toContain("VALARM");
  expect(read(calendarFile(appointment)).get("STATUS")).toBe("CONFIRMED");
});

/** The event of a file as another implementation reads it. */
function parsed(file: string): ICAL.Event {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (zone) ICAL.TimezoneService.register(zone);
  const event = calendar.getFirstSubcomponent("vevent");
  if (event === null) throw new Error("no event");
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  return new ICAL.Event(event);
}
test("L20 L27 another implementation reads the same texts and moments, past midnight and in a leap year", () => {
  for (const [startTime, endTime] of [
    ["2026-12-31T22:00:00+08:00", "2027-01-01T01:30:00+08:00"],
    ["2028-02-29T23:00:00+08:00", "2028-03-01T00:00:00+08:00"],
    ["2026-11-28T00:30:00Z", "2026-11-28T09:00:00Z"],
  ] as const) {
    const event = parsed(calendarFile({ ...appointment, sequence: 218_000_012, startTime, endTime }));
    expect(event.startDate.toJSDate().getTime()).toBe(Date.parse(startTime));
    expect(event.endDate.toJSDate().getTime()).toBe(Date.parse(endTime));
    expect([event.uid, event.sequence, event.summary, event.location]).toEqual([
      appointment.uid,
      218_000_012,
      appointment.title,
      appointment.location,
    ]);
  }
});
