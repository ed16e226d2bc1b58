import { beforeEach, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { setSite } from "../../platform/environment/site.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { setUserAgent, userAgents } from "../../platform/testing/fake-wechat.ts";
import { OpenInApp } from "./open-in-app.tsx";
import { exampleActivity } from "../testing/activities.ts";
import { show } from "../../ui/testing/show.tsx";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

const toasts: string[] = [];
beforeEach(() => {
  setSite(siteForTests);
  fakeServer(() => null);
  toasts.length = 0;
  onChallenge((raised) => raised.kind === "toast" && toasts.push(raised.args.text));
});
const tag = () => document.querySelector("wx-open-launch-app");
const height = () => document.querySelector(`.${detailCss.openInApp}`)?.classList.contains(stateCss.selected);

it("in WeChat the element is WeChat's own and takes no space until WeChat shows it", async () => {
  setUserAgent(userAgents.android);
  show(<OpenInApp activity={exampleActivity()} />);
  await expect.poll(tag).not.toBeNull();
  expect(tag()?.getAttribute("appid")).toBe(demoBrand.openPlatformAppId);
  expect(tag()?.getAttribute("extinfo")).toBe(`${location.origin}/offline/1`);
  const template = tag()?.querySelector("script");
  expect(template?.type).toBe("text/wxtag-template");
  expect(template?.textContent).toContain("在青岚汽车 App 中打开");
  expect(height()).toBe(false);
  tag()?.dispatchEvent(new Event("ready"));
  await expect.poll(height).toBe(true);
  tag()?.dispatchEvent(new CustomEvent("error", { detail: { errMsg: "launch:fail" } }));
  expect(toasts).toEqual(["没能打开 App，请先安装青岚汽车 App"]);
});

it.each([
  ["another browser", userAgents.safari, demoBrand],
  ["a mini-program of WeChat", `${userAgents.android} miniProgram/wx1`, demoBrand],
  ["a maker without an app there", userAgents.android, { ...demoBrand, openPlatformAppId: undefined }],
])("in %s there is no button", async (_where, userAgent, { openPlatformAppId, ...brand }) => {
  setUserAgent(userAgent);
  setSite({
    ...siteForTests,
    brand: { ...brand, ...(openPlatformAppId !== undefined && { openPlatformAppId }) },
  });
  show(<OpenInApp activity={exampleActivity()} />);
  await expect.poll(() => document.querySelector(`.${detailCss.openInApp}`)).not.toBeNull();
  // Loading the module takes as long as the element needs to appear.
  await import("../../platform/wechat/open-tag.ts");
  await new Promise(requestAnimationFrame);
  expect(tag()).toBeNull();
});
