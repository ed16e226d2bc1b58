import { afterEach, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { currentClient, markHostTitleBar } from "./host-detection.ts";
import { setSite } from "./site.ts";

afterEach(() => {
  delete document.documentElement.dataset["titleBar"];
  Reflect.deleteProperty(window, "__wxjs_environment");
});

it("B04 WeChat's mini-program is recognized by the variable that its host sets", () => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(currentClient()).toBe("pc");
  Object.assign(window, { __wxjs_environment: "miniprogram" });
  expect(currentClient()).toBe("wechatMiniProgram");
});
it("hides our title bar only in hosts that draw their own", () => {
  markHostTitleBar("mobileBrowser");
  expect(document.documentElement.dataset["titleBar"]).toBeUndefined();
  markHostTitleBar("wechat");
  expect(document.documentElement.dataset["titleBar"]).toBe("host");
});
