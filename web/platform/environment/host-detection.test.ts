import { afterEach, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { currentClient, markHostTitleBar } from "./host-detection.ts";
import { setSite } from "./site.ts";

afterEach(() => {
  delete document.documentElement.dataset["titleBar"];
  Reflect.deleteProperty(window, "__wxjs_environment");
});

it("B04 the messaging mini-program is known by what its host sets", () => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(currentClient()).toBe("pc");
  Object.assign(window, { __wxjs_environment: "miniprogram" });
  expect(currentClient()).toBe("wechatMiniProgram");
});
it("our title bar is hidden only where the host draws one", () => {
  markHostTitleBar("mobileBrowser");
  expect(document.documentElement.dataset["titleBar"]).toBeUndefined();
  markHostTitleBar("wechat");
  expect(document.documentElement.dataset["titleBar"]).toBe("host");
});
