import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, openVisit } from "../testing/chromium.ts";
import { eventsNamed, storedEvents } from "../testing/tracking-events.ts";

// Runs the last Apache-2.0 version of Sensors' own client against our collector, so that the collector is
// tested with real requests. It is a development dependency of this test only.
const origin = inject("origin");
const folder = new URL("../", import.meta.resolve("sa-sdk-javascript/sensorsdata.es6.min.js"));
const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`sa-sdk-javascript/${name}`, folder)), "utf8");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const settings = {
  beacon: { send_type: "beacon" },
  ajax: { send_type: "ajax" },
  batch: { send_type: "ajax", batch_send: { send_interval: 300 } },
  image: { send_type: "image" },
} as const;
/** 5 November 2026, 09:07:03.456 in Shanghai. A fixed date: the client formats 7 ms as ".07". */
const WHEN = Date.UTC(2026, 10, 5, 1, 7, 3, 456);
const page = (
  options: object,
  openId: string,
): string => `<!doctype html><meta charset="utf-8"><title>参照页</title>
<button id="b">点我</button>
<script type="module">
import sensors from "/reference-client.js";
sensors.init({
  server_url: "${origin}/sa?project=App", is_track_single_page: true, use_client_time: true, show_log: false,
  heatmap: { clickmap: "default", scroll_notice_map: "default" }, ...${JSON.stringify(options)},
});
sensors.registerPage({ platform_type: "reference", dianshang_type: "H5" });
sensors.quick("autoTrack");
sensors.track("reference_event", { text: "文字 & 符号 +/=", number: 1.5, flag: true, list: ["a", "b"], when: new Date(${WHEN}) });
sensors.login("${openId}");
document.documentElement.dataset.ready = "1";
</script>`;

test("the reference client's licence is the one that allows its use", () => {
  expect(file("LICENSE")).toMatch(/^\s*Apache License\s+Version 2\.0/);
  expect((JSON.parse(file("package.json")) as { version: string }).version).toBe("1.26.17");
});

test.each(Object.entries(settings))(
  "U41 every event of Sensors' own client by %s is stored once",
  async (_way, options) => {
    const { context, page: tab } = await openVisit(browser);
    const openId = randomUUID();
    await context.route("**/reference", (route) =>
      route.fulfill({ contentType: "text/html", body: page(options, openId) }),
    );
    await context.route("**/reference-client.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: file("sensorsdata.es6.min.js") }),
    );
    await tab.goto(`${origin}/reference`);
    await tab.waitForSelector("html[data-ready='1']");
    await tab.click("#b");
    await tab.evaluate(() => history.pushState({}, "", "/reference?next=1"));
    const own = async () => {
      const events = await storedEvents(origin);
      const anonymous = events.find(({ distinct_id }) => distinct_id === openId)?.anonymous_id;
      return events.filter(({ anonymous_id }) => anonymous !== undefined && anonymous_id === anonymous);
    };
    const names = async () => (await own()).map(({ event, type }) => event || type).sort();
    await expect
      .poll(names)
      .toEqual(["$SignUp", "$WebClick", "$pageview", "$pageview", "profile_set_once", "reference_event"]);
    const events = await own();
    expect(eventsNamed(events, "reference_event")[0]).toMatchObject({
      project: "App",
      type: "track",
      properties: {
        text: "文字 & 符号 +/=",
        number: 1.5,
        flag: true,
        list: ["a", "b"],
        when: "2026-11-05 09:07:03.456",
        platform_type: "reference",
        dianshang_type: "H5",
      },
    });
    expect(eventsNamed(events, "$SignUp")[0]).toMatchObject({ type: "track_signup", login_id: openId });
    expect(eventsNamed(events, "$WebClick")[0]?.properties).toMatchObject({
      $element_id: "b",
      $element_content: "点我",
    });
    await context.close();
  },
);
