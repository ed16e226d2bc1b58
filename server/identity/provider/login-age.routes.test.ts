import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { TestBrowser } from "../test-browser.ts";
import { authorizeUrl, loginBySms, returnPath, interactionUidOf } from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startIdentity({ RATE_LIMITS: "off", SESSION_MAX_DAYS: "30" });
});
afterEach(async () => {
  vi.useRealTimers();
  server.context.clock.set(null);
  // Wakes the embedded database, whose idle timer would otherwise be set for the time of the fake clock.
  await sql`select 1`.execute(server.context.db);
});
afterAll(() => server.close());

/** Sets the system time, which the library reads; timers keep running. */
function setTime(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  server.context.clock.set(now);
}

test("H05 a login at the provider is valid for SESSION_MAX_DAYS, then the person has to log in again", async () => {
  const browser = new TestBrowser();
  const begin = Date.now();
  await loginBySms(server, "13900000031", { browser });
  // Used often enough that it does not end by inactivity.
  for (const days of [10, 20, 29]) {
    setTime(begin + days * DAY);
    const answer = await browser.request(authorizeUrl(server));
    expect(answer.location).toContain(`${server.origin}${returnPath}&code=`);
  }
  setTime(begin + 30 * DAY + 60_000);
  const asked = await browser.request(authorizeUrl(server));
  expect(interactionUidOf(asked)).toMatch(/^[\w-]{10,}$/);
  // A request that may show no page gets an error instead of a redirect.
  const silent = await browser.request(authorizeUrl(server, { prompt: "none" }));
  expect(new URL(silent.location ?? "").searchParams.get("error")).toBe("login_required");

  await loginBySms(server, "13900000031", { browser });
  const again = await browser.request(authorizeUrl(server));
  expect(again.location).toContain(`${server.origin}${returnPath}&code=`);
});
