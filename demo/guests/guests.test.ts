import { expect, it } from "vitest";
import { GUEST_COUNT, demoGuests, guestsOf } from "./people.ts";
import { fillInMemory, mockUpDay } from "../test-fill.ts";

const guests = demoGuests(mockUpDay);
const filled = await fillInMemory(mockUpDay);

it("Z03 nobody meets themselves at an occasion, also on its waitlist", () => {
  const all = [...guestsOf(guests, "x", 1_800), ...guestsOf(guests, "x", 9, 1_800)];
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(1_809);
  expect(new Set(guests.map(({ mobile }) => mobile)).size).toBe(GUEST_COUNT);
  const keys = [...filled.signUps, ...filled.waiting].map((one) => `${one.activity_id} ${one.user_id}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const field of ["signup_id", "ticket_code"] as const)
    expect(new Set([...filled.signUps, ...filled.waiting].map((one) => one[field])).size).toBe(keys.length);
});

it("Z03 people sign up while it is open, and arrive at what is over", () => {
  const byId = new Map(filled.activities.map((one) => [one.activityId, one]));
  const wrong = filled.signUps.filter(({ activity_id, created_time, checked_in_time }) => {
    const activity = byId.get(activity_id);
    const time = created_time.getTime();
    if (!activity || time < activity.signUpStartTime || time > mockUpDay) return true;
    return checked_in_time !== null && checked_in_time.getTime() > mockUpDay;
  });
  expect(wrong).toEqual([]);
  for (const { ticket_code } of filled.signUps) expect(ticket_code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4} ?){3}$/);
  expect(filled.signUps.filter(({ answers }) => Object.keys(answers).length > 0).length).toBeGreaterThan(
    5_000,
  );
});

it("Z03 every activity has as many sign-ups as its counter says, and leads where it takes them", () => {
  const counts = new Map<string, number>();
  for (const { activity_id } of filled.signUps) counts.set(activity_id, (counts.get(activity_id) ?? 0) + 1);
  const wrong = filled.activities.filter(({ activityId, taken }) => (counts.get(activityId) ?? 0) !== taken);
  expect(wrong.map(({ title }) => title)).toEqual([]);
  expect(filled.leads.length).toBeGreaterThan(3_000);
});
