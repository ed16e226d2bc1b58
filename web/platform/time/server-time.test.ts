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
  "K22 a phone clock that is %i ms wrong changes nothing, once anything has told the time",
  async (wrong) => {
    const clock = new ServerTime();
    vi.setSystemTime(noon + wrong);
    clock.initialize(iso(noon));
    expect(clock.now()).toBe(noon);
    clock.updateFromHeader(new Date(noon + 20_000).toUTCString());
    expect(clock.now()).toBe(noon + 20_500);
  },
);

it("K22 a page from a cache is corrected by the first answer, and whoever counts hears of it", async () => {
  const clock = new ServerTime();
  const heard = vi.fn<() => void>();
  clock.subscribe(heard);
  clock.initialize(iso(noon - DAY));
  heard.mockClear();
  answers(noon);
  expect(await clock.synchronize()).toBe(true);
  expect(clock.now()).toBe(noon + 500);
  expect(heard).toHaveBeenCalledTimes(1);
  // From then on answers differ by fractions of a second only.
  clock.updateFromHeader(new Date(noon + 1_000).toUTCString());
  expect(heard).toHaveBeenCalledTimes(1);
  expect(clock.now()).toBe(noon + 500);
});

it("K22 the server is asked once, and no more after it has told", async () => {
  const clock = new ServerTime();
  const asked = answers(noon);
  await Promise.all([clock.synchronize(), clock.synchronize()]);
  await clock.synchronize();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith("/marketing/area/activity/", { method: "HEAD", cache: "no-store" });
});

it("K22 without a network a later phone is believed, an earlier one is not", async () => {
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

it("an answer without a date tells nothing", async () => {
  const clock = new ServerTime();
  clock.updateFromHeader(null);
  clock.updateFromHeader("yesterday");
  expect(clock.now()).toBe(noon);
});
