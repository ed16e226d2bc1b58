import { describe, expect, it } from "vitest";
import { customFaults, labFaults, hostFaults, serverFaults } from "./faults.js";
import {
  HOME_PATH,
  initialLabState,
  framePathOf,
  scenarioFromState,
  formatLabState,
  parseLabState,
} from "./state.js";

const known = {
  hosts: ["wechat", "wechat-mini", "phone", "pc", "baidu", "douyin"],
  environments: ["dev", "test"],
  faults: labFaults.map(({ id }) => id),
};
const state = (search: string) => parseLabState(search, known);

describe("address of the lab", () => {
  it("is empty for the initial state", () => {
    expect(state("")).toEqual(initialLabState);
    expect(formatLabState(initialLabState)).toBe("");
  });

  it("carries every field and is parsed to the same state", () => {
    const changed = {
      ...initialLabState,
      hosts: ["pc", "baidu"],
      path: `${HOME_PATH}offline/1?utm_source=%E4%B8%AD&a=1&a=2#h`,
      env: "test",
      person: "owner",
      session: "expired",
      place: "denied",
      city: "510100",
      network: "slow",
      clock: "2026-11-28T09:30",
      size: "320x640",
      theme: "dark",
      faults: ["provider-down", "captcha"],
      custom: '[{"path":"/mall-api/x","status":500}]',
      show: "failed",
      focus: "pc",
    };
    expect(state(formatLabState(changed))).toEqual(changed);
  });

  it("ignores unknown values, one field at a time", () => {
    const parsed = state(
      "?hosts=pc,netscape&env=prod&person=admin&network=5g&size=1x1&clock=soon&faults=all&focus=x",
    );
    expect(parsed).toEqual({ ...initialLabState, hosts: ["pc"] });
  });

  it.each([
    ["offline/1?a=1#h", `${HOME_PATH}offline/1?a=1#h`],
    [`https://m.qinglan.example${HOME_PATH}list`, `${HOME_PATH}list`],
    ["/pass/auth", HOME_PATH],
    ["//evil.example/", HOME_PATH],
    ["javascript:alert(1)", HOME_PATH],
    ["../../../../etc", HOME_PATH],
    ["  ", HOME_PATH],
  ])("frames only pages of the app: %s", (text, path) => expect(framePathOf(text)).toBe(path));
});

describe("faults", () => {
  it("of the host are merged into its scenario", () => {
    const scenario = scenarioFromState(
      { ...initialLabState, city: "330100" },
      hostFaults(["wx-signature", "wx-late"]),
    );
    expect(scenario).toEqual({
      location: { outcome: "granted", longitude: 120.1551, latitude: 30.2741, cityCode: "330100" },
      wechat: { signature: "invalid", bridge: "late" },
    });
  });

  it("of the server are sent only for the shown hosts", () => {
    const faults = serverFaults(["broken"], '{"path":"/x","status":500}', ["pc.lab.localhost", "b"]);
    expect(faults.map(({ host, path }) => [host, path])).toEqual([
      ["pc.lab.localhost", "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby"],
      ["pc.lab.localhost", "/x"],
      ["b", "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby"],
      ["b", "/x"],
    ]);
  });

  it("written by hand are JSON, otherwise an error", () => {
    expect(customFaults(" ")).toEqual([]);
    expect(() => customFaults("{")).toThrow(SyntaxError);
  });
});
