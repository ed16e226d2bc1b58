import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { allEvents, sampleEvent, sampleForm, sendForm } from "../test-client.ts";
import { pageErrorStore } from "./page-error-store.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("X18 errors are grouped by release, message and position, those of the most visitors first", async () => {
  const error = (visitor: string, release: string, message: string, route: string) =>
    sendForm(
      app,
      sampleForm.data(
        sampleEvent({
          event: "page_error",
          distinct_id: visitor,
          properties: {
            kind: "error",
            release,
            message,
            stack: "a-1.js:1:2",
            route,
            platform_type: "wechat",
          },
        }),
      ),
    );
  await error("one", "r2", "TypeError: rare", "/list");
  for (const visitor of ["one", "two", "two"])
    await error(visitor, "r2", "TypeError: frequent 13900139000", "/x/12");
  await error("three", "r1", "TypeError: frequent", "/list");
  await sendForm(app, sampleForm.data(sampleEvent({ distinct_id: "four" })));
  // Waits until all of them are stored.
  await allEvents(app);
  const list = async (days: number, release: string | null) =>
    (await pageErrorStore(app.context.db).list(days, release, app.context.clock.now())).map(
      ({ message, occurrences, visitors, routes, hosts, stack }) =>
        [message, occurrences, visitors, routes, hosts, stack] as const,
    );
  expect(await list(7, "r2")).toEqual([
    ["TypeError: frequent #", 3, 2, ["/x/:id"], ["wechat"], "a-1.js:1:2"],
    ["TypeError: rare", 1, 1, ["/list"], ["wechat"], "a-1.js:1:2"],
  ]);
  expect((await list(7, null)).length).toBe(3);
  expect(await list(7, "none")).toEqual([]);
});
