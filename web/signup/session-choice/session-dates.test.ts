import { expect, test } from "vitest";
import {
  dayLabel,
  firstDate,
  firstOpenDate,
  isDateFull,
  isSessionFullIn,
  reconcileSelection,
} from "./session-dates.ts";
import { sampleDates } from "../testing/samples.ts";

const dates = sampleDates();
const full = dates.map((one) => ({
  ...one,
  sessions: one.sessions.map((session) => ({ ...session, remaining: 0 })),
}));

test("a date without a free session is full; the first open one is offered", () => {
  expect(dates.map(isDateFull)).toEqual([false, false]);
  expect(full.map(isDateFull)).toEqual([true, true]);
  expect(firstOpenDate(dates)).toBe("2026-11-28");
  expect(firstOpenDate([...full.slice(0, 1), ...dates.slice(1)])).toBe("2026-11-29");
  expect(firstOpenDate(full)).toBe("");
});

test("a choice stays while it is available, whatever date is shown", () => {
  expect(reconcileSelection(dates, { date: "2026-11-29", sessionId: "13" })).toEqual({
    date: "2026-11-28",
    sessionId: "13",
    isLost: false,
  });
});

test("a session sold out meanwhile is lost; its date stays while another session is free", () => {
  expect(reconcileSelection(sampleDates(0), { date: "2026-11-28", sessionId: "11" })).toEqual({
    date: "2026-11-28",
    sessionId: "",
    isLost: true,
  });
  const firstDayFull = [...full.slice(0, 1), ...dates.slice(1)];
  expect(reconcileSelection(firstDayFull, { date: "2026-11-28", sessionId: "11" })).toEqual({
    date: "2026-11-29",
    sessionId: "",
    isLost: true,
  });
});

test("without a choice nothing is lost, even if no session is left", () => {
  expect(reconcileSelection(full, { date: "2026-11-28", sessionId: "" })).toEqual({
    date: "",
    sessionId: "",
    isLost: false,
  });
});

test("label of a date: weekday and day, whatever the phone's time zone", () => {
  expect(dayLabel("2026-11-28")).toEqual({ weekday: "周六", day: "11.28" });
  expect(dayLabel("2027-01-01")).toEqual({ weekday: "周五", day: "01.01" });
});

test("L18 a full session chosen for the waitlist stays, and a fully booked list has an initial date", () => {
  const gone = sampleDates(0);
  const choice = { date: "2026-11-28", sessionId: "11" };
  expect(reconcileSelection(gone, choice, true)).toEqual({ ...choice, isLost: false });
  expect(reconcileSelection(gone, { ...choice, sessionId: "99" }, true)).toMatchObject({ isLost: true });
  expect([isSessionFullIn(gone, "11"), isSessionFullIn(gone, "13"), isSessionFullIn(gone, "99")]).toEqual([
    true,
    false,
    false,
  ]);
  expect([firstDate(dates), firstDate(full), firstDate([])]).toEqual(["2026-11-28", "2026-11-28", ""]);
});
