import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServerTime } from "./server-time.ts";

const DAY = 86_400_000;
const noon = Date.parse("2026-11-21T04:00:00Z");
const iso = (time: number) => new Date(time).toISOString();
const answers = (time: number) =>
  vi
    .spyOn(window, "fetch")
    .mockResolvedValue(new Response(null, { headers: { date: new Date(time).toUTCString() } }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([DAY, -DAY])(
  "K22 a phone clock that is %i ms wrong has no effect once the page or an answer has given the time",
  async (wrong) => {
    const clock = new ServerTime();
    vi.setSystemTime(noon + wrong);
    clock.initialize(iso(noon));
    expect(clock.now()).toBe(noon);
    clock.updateFromHeader(new Date(noon + 20_000).toUTCString());
    expect(clock.now()).toBe(noon + 20_500);
  },
);

it("K22 corrects the time of a cached page by the first answer and notifies subscribers", async () => {
  const clock = new ServerTime();
  const onChange = vi.fn<() => void>();
  clock.subscribe(onChange);
  clock.initialize(iso(noon - DAY));
  onChange.mockClear();
  answers(noon);
  expect(await clock.synchronize()).toBe(true);
  expect(clock.now()).toBe(noon + 500);
  expect(onChange).toHaveBeenCalledTimes(1);
  // Later answers differ by fractions of a second only.
  clock.updateFromHeader(new Date(noon + 1_000).toUTCString());
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(clock.now()).toBe(noon + 500);
});

it("K22 asks the server once, and no more after an answer", async () => {
  const clock = new ServerTime();
  const fetched = answers(noon);
  await Promise.all([clock.synchronize(), clock.synchronize()]);
  await clock.synchronize();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledWith("/marketing/area/activity/", { method: "HEAD", cache: "no-store" });
});

it("K22 without a network trusts a phone that is later than the page, but not an earlier one", async () => {
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const later = new ServerTime();
  later.initialize(iso(noon - DAY));
  expect(await later.synchronize()).toBe(false);
  expect(later.now()).toBe(noon);
  const earlier = new ServerTime();
  earlier.initialize(iso(noon + DAY));
  expect(await earlier.synchronize()).toBe(false);
  expect(earlier.now()).toBe(noon + DAY);
});

it("ignores an answer without a valid date", async () => {
  const clock = new ServerTime();
  clock.updateFromHeader(null);
  clock.updateFromHeader("yesterday");
  expect(clock.now()).toBe(noon);
});
