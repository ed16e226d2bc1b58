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
  // An embedded database that was idle last in thirty days would set its alarm for then, over and over.
  await sql`select 1`.execute(server.context.db);
});
afterAll(() => server.close());

/** The library asks the system for the time; timers go on. */
function setTime(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  server.context.clock.set(now);
}

test("H05 whoever is logged in passes through for as many days as a session may have, and then logs in anew", async () => {
  const browser = new TestBrowser();
  const begin = Date.now();
  await loginBySms(server, "13900000031", { browser });
  // Used more often than it would end unused.
  for (const days of [10, 20, 29]) {
    setTime(begin + days * DAY);
    const answer = await browser.request(authorizeUrl(server));
    expect(answer.location).toContain(`${server.origin}${returnPath}&code=`);
  }
  setTime(begin + 30 * DAY + 60_000);
  const asked = await browser.request(authorizeUrl(server));
  expect(interactionUidOf(asked)).toMatch(/^[\w-]{10,}$/);
  // A request that may show no page is told so, and is not sent around.
  const silent = await browser.request(authorizeUrl(server, { prompt: "none" }));
  expect(new URL(silent.location ?? "").searchParams.get("error")).toBe("login_required");

  await loginBySms(server, "13900000031", { browser });
  const again = await browser.request(authorizeUrl(server));
  expect(again.location).toContain(`${server.origin}${returnPath}&code=`);
});
