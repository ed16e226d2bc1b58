import type { LocatedPlace } from "#contract/location/location.ts";
import { defaultPlace } from "#contract/core/limits.ts";
import { flowProcess, type FlowProcessDefinition, type FlowProcessInput } from "#contract/flow/process.ts";
import type { FlowFacts, FlowActivity, FlowPerson } from "./evaluate/facts.ts";

/** Parses a process, as it would be stored. */
export const processOf = (...nodes: FlowProcessInput["nodes"]): FlowProcessDefinition =>
  flowProcess.parse({ nodes });

export const testTime = Date.parse("2026-11-21T10:00:00+08:00");
const HOUR = 3_600_000;

export const testActivity = (over: Partial<FlowActivity> = {}): FlowActivity => ({
  activityId: "1",
  isOffline: true,
  signUpStartTime: testTime - HOUR,
  signUpEndTime: testTime + HOUR,
  quota: 50,
  taken: 0,
  processKey: "P1",
  nodeKey: "signup",
  process: { version: 1, isEnabled: true },
  ...over,
});

export const testPerson = (over: Partial<FlowPerson> = {}): FlowPerson => ({
  mobile: "13812345678",
  hasMobile: over.mobile !== null,
  owner: false,
  seriesCodes: [],
  ...over,
});

/** A place other than the default place. */
export const beijing: LocatedPlace = {
  ...defaultPlace,
  province: "北京市",
  provinceId: "110000",
  city: "北京市",
  cityId: "110100",
};

/** Facts of a logged-in person in Shanghai who has done nothing yet; `over` replaces any of them. */
export const testFacts = (over: Partial<FlowFacts> = {}): FlowFacts => ({
  now: testTime,
  person: testPerson(),
  place: defaultPlace,
  activity: testActivity(),
  hasCaptcha: null,
  signedUp: new Set(),
  tasks: new Map([["2", { title: "赛道安全课", link: "https://m.qinglan.example/online/2" }]]),
  fields: new Map(),
  seriesNames: new Map([
    ["yuanshan", "远山"],
    ["xingyun", "行云"],
  ]),
  bindLink: "https://m.qinglan.example/?bind=mobile",
  ownerLink: "https://m.qinglan.example/mine/owner",
  resolveLink: (link) => (link.startsWith("/") ? `https://m.qinglan.example${link}` : null),
  ...over,
});
