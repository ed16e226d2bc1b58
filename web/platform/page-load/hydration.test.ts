import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pageAgeOf } from "./hydration.ts";
import { serverTime } from "../time/server-time.ts";

const DAY = 86_400_000;
const noon = Date.parse("2026-11-21T04:00:00Z");
const isOnline = (is: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(is);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// Runs in this order, since a server time from an answer is not forgotten.
it("Q13 K22 compares the render time with the server's clock when the phone's clock makes the page look old", async () => {
  const ask = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await pageAgeOf(noon - 30_000)).toBe("fresh");
  expect(ask).not.toHaveBeenCalled();
  expect(await pageAgeOf(noon - DAY)).toBe("unreached");
  isOnline(false);
  expect(await pageAgeOf(noon - 30_000)).toBe("unreached");
  isOnline(true);
  ask.mockImplementation(async () => new Response(null, { headers: { date: new Date(noon).toUTCString() } }));
  expect(await pageAgeOf(noon - DAY)).toBe("old");
  // The phone's clock is a day ahead: the page only looks old.
  vi.setSystemTime(noon + DAY);
  serverTime.updateFromHeader(new Date(noon).toUTCString());
  expect(await pageAgeOf(noon - 30_000)).toBe("fresh");
});
