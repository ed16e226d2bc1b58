import { expect, test } from "vitest";
import { toEventRow, type TrackedEventRow } from "../rules.ts";
import { digestOf, insertLine } from "./rows.ts";

const NOW = Date.parse("2026-11-21T12:00:00+08:00");
function row(event: string, properties = {}, over = {}): TrackedEventRow {
  const raw = { type: "track", event, distinct_id: "a1", time: NOW, _track_id: 7, properties, ...over };
  const made = toEventRow(raw, { project: "App", now: NOW, isForwarded: false });
  if (made === null) throw new Error("no event");
  return made;
}
const about = { activity_id: "11" };
const signedIn = { login_id: "o1", distinct_id: "o1" };

test("HA19 the digest has the steps of the funnels, clicks of banners and where a person was seen, and nothing else", () => {
  const events = [
    row("$pageview"),
    row("product_viewed", { product_id: "5" }),
    row("$WebClick", { $element_id: "banner-3" }),
    row("$WebClick", about, signedIn),
    row("pay_started", {}, signedIn),
    row("$WebClick", about),
    row("$WebClick", { $element_id: "menu" }, signedIn),
    row("pay_started"),
    row("$pageview", {}, { type: "profile_set" }),
    row("page_error", { message: "x" }),
  ];
  expect(events.map((one) => digestOf(one)?.event ?? null)).toEqual([
    "$pageview",
    "product_viewed",
    "$WebClick",
    "$seen",
    "pay_started",
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("HA19 repeated steps of a person share a row of the digest, clicks of banners do not", () => {
  const key = (...given: Parameters<typeof row>) => digestOf(row(...given))?.event_key;
  const step = key("activity_viewed", about);
  expect(key("activity_viewed", { ...about, $title: "other" }, { _track_id: 8 })).toBe(step);
  const others = [
    key("sign_up_tapped", about),
    key("activity_viewed", { activity_id: "12" }),
    key("activity_viewed", { ...about, platform_type: "pc" }),
    key("activity_viewed", { ...about, city_code: "310100" }),
    key("activity_viewed", { ...about, utm_source: "feed" }),
    key("activity_viewed", about, signedIn),
    key("activity_viewed", about, { time: NOW - 86_400_000 }),
  ];
  expect(new Set([step, ...others]).size).toBe(8);
  const click = (number: number) => key("$WebClick", { $element_id: "banner-3" }, { _track_id: number });
  expect(click(1)).not.toBe(click(2));
});

test("HA19 the digest has no other properties of an event, and no client can claim to be one", () => {
  const kept = digestOf(
    row("$pageview", { $url: "https://x/", $title: "t", platform_type: "pc", $digest: true }),
  );
  expect(kept?.properties).toEqual({ platform_type: "pc", $digest: true });
  expect(row("$pageview", { $digest: true }).properties).toEqual({});
});

test("HA19 a line of an insert has well-formed text", () => {
  const line = insertLine(row("$pageview", { text: "\ud800" }, { distinct_id: "half\ud800" }));
  expect(line).not.toMatch(/(^|[^\\])(\\\\)*\\ud800/);
  expect(JSON.parse(line)).toMatchObject({ distinct_id: "half\ufffd", day: "2026-11-21", event_ms: NOW });
});
