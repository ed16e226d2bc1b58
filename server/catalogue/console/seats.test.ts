import { expect, test } from "vitest";
import { mergeSeats } from "./seats.ts";

const at = (hour: string) => `2026-12-05T${hour}:00:00+08:00`;
const session = (sessionId: string, quota: number) => ({
  sessionId,
  dealerId: "2001",
  startTime: at("09"),
  endTime: at("10"),
  quota,
});
const fieldsOf = (quota: number, dealerId: string | null = "2001") => ({
  dealerId,
  startTime: "2026-12-05T01:00:00.000Z",
  endTime: "2026-12-05T02:00:00.000Z",
  quota,
});
const live = { quota: 30, sessions: [session("1", 12), session("2", 10)] };
const none = { changed: [], added: [], removed: [] };
const newId = () => "9";

test("CO86 two operators who change different cells are merged, the same cell is a conflict", () => {
  const changed = [{ sessionId: "1", was: fieldsOf(12), value: fieldsOf(16) }];
  const seats = mergeSeats(live, { ...none, changed }, newId);
  expect(seats.conflicts).toEqual([]);
  expect(seats.sessions.map(({ quota }) => quota)).toEqual([16, 10]);
  const later = { ...live, sessions: [session("1", 14), session("2", 11)] };
  expect(mergeSeats(later, { ...none, changed }, newId).conflicts).toEqual(["1.quota"]);
  const sameWish = { ...live, sessions: [session("1", 16)] };
  expect(mergeSeats(sameWish, { ...none, changed }, newId).conflicts).toEqual([]);
});

test("CO86 a session that somebody removed meanwhile is a conflict; the whole quota too", () => {
  const changed = [{ sessionId: "7", was: fieldsOf(1), value: fieldsOf(2) }];
  const quota = { was: 20, value: 40 };
  expect(mergeSeats(live, { ...none, changed, quota }, newId).conflicts).toEqual(["quota", "7.quota"]);
});

test("CO53 sessions are added under new ids and removed by theirs", () => {
  const seats = mergeSeats(live, { ...none, added: [fieldsOf(5, null)], removed: ["2"] }, newId);
  expect(seats.sessions.map(({ sessionId, quota }) => [sessionId, quota])).toEqual([
    ["1", 12],
    ["9", 5],
  ]);
});
