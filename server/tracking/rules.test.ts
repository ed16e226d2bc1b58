import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { expect, test } from "vitest";
import { eventTimeOf, toEventRow } from "./rules.ts";
import { sampleEvent } from "./test-client.ts";

const NOW = Date.parse("2026-11-21T12:00:00+08:00");
const row = (over: Record<string, unknown> = {}, isForwarded = false) =>
  toEventRow(sampleEvent({ time: NOW, distinct_id: "d", anonymous_id: "a", _track_id: 5, ...over }), {
    project: "App",
    now: NOW,
    isForwarded: isForwarded,
  });

test("X05 the client's time is used from a week back to an hour ahead", () => {
  const hour = 3_600_000;
  const at = (time: unknown, _flush_time?: unknown) => eventTimeOf({ time, _flush_time }, NOW) - NOW;
  expect([at(NOW - 168 * hour), at(NOW + hour), at(NOW - 5.5)]).toEqual([-168 * hour, hour, -6]);
  // The event was sent two hours after it happened, with a clock that is years off in either direction.
  expect(at(1_000, 1_000 + 2 * hour)).toBe(-2 * hour);
  expect(at(4e12, 4e12 + 2 * hour)).toBe(-2 * hour);
  for (const [time, sent] of [
    [1_000, undefined],
    [1_000, 0],
    [1_000, 1_000 + 400 * hour],
    [Number.NaN, NOW],
    ["x", NOW],
    [undefined, undefined],
  ])
    expect(at(time, sent)).toBe(0);
});

test("a day starts at midnight in Shanghai", () => {
  expect(
    ["2026-11-20T15:59:59.999Z", "2026-11-20T16:00:00.000Z"].map((time) => toShanghaiDate(Date.parse(time))),
  ).toEqual(["2026-11-20", "2026-11-21"]);
});

test("X15 the key of an event ignores the time of sending and depends on everything else", () => {
  const key = (over: Record<string, unknown> = {}) => row({ _flush_time: 1, ...over })?.event_key;
  expect(key()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(key({ _flush_time: 2, properties: { other: 1 } })).toBe(key());
  const others = [
    { time: NOW - 1 },
    { _track_id: 6 },
    { event: "x" },
    { distinct_id: "e" },
    { type: "track_signup" },
  ];
  expect(new Set([key(), ...others.map(key)]).size).toBe(others.length + 1);
  // An event without a number is compared by its properties.
  const bare = { _track_id: undefined };
  expect(key({ ...bare, properties: { a: 1 } })).toBe(key({ ...bare, properties: { a: 1 } }));
  expect(key({ ...bare, properties: { a: 1 } })).not.toBe(key({ ...bare, properties: { a: 2 } }));
});

test.each([
  [{ activity_id: "7" }, "7"],
  [
    { $url: "https://m.example/marketing/area/activity/offline/1000000000000000007?a=1" },
    "1000000000000000007",
  ],
  [{ $url: "https://m.example/marketing/area/activity/online/8#x" }, "8"],
  [{ $url: "https://m.example/a/offline/signUpUser?utm=1&activityId=9" }, "9"],
  [{ $url: "https://m.example/a/list", activity_id: "x" }, null],
  [{ $url: "https://m.example/a/online/8a" }, null],
])("the activity of %j is %s", (properties, id) => expect(row({ properties })?.activity_id).toBe(id));

test("X15 long values are truncated, invalid ones are omitted, and nothing is inherited", () => {
  const properties = {
    text: "x".repeat(2_000),
    $url: "u".repeat(5_000),
    list: Array.from({ length: 80 }, (_, at) => (at % 2 ? at : `t${at}`)),
    nested: { a: 1 },
    nothing: null,
    infinite: Number.POSITIVE_INFINITY,
    "bad name": 1,
    ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, at])),
  };
  const found = row({
    properties: JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(properties).slice(1)}`) as object,
  })?.properties;
  expect(found).not.toHaveProperty("x");
  expect([String(found?.["text"]).length, String(found?.["$url"]).length]).toEqual([500, 1_024]);
  expect(found?.["list"]).toEqual(Array.from({ length: 25 }, (_, at) => `t${at * 2}`));
  for (const name of ["nested", "nothing", "infinite", "bad name", "p399"])
    expect(found).not.toHaveProperty(name);
  expect(Object.keys(found ?? {}).length).toBeLessThanOrEqual(150);
});

test("X16 forwarded events are scrubbed like stored ones", () => {
  const wire = row(
    {
      login_id: "13800138000",
      identities: { $identity_login_id: "o", mobile: "13800138000", $identity_mobile: "13800138000" },
      lib: { $lib: "js", token: "x" },
      properties: { $url: "https://m.example/?code=SECRET", mobile: "13800138000" },
      extra: "13800138000",
    },
    true,
  )?.wire;
  expect(JSON.stringify(wire)).not.toMatch(/138001|SECRET|token|extra/);
  expect(wire).toMatchObject({ identities: { $identity_login_id: "o", $identity_mobile: "[mobile]" } });
  expect(row()).not.toHaveProperty("wire");
});
