import { afterEach, expect, it } from "vitest";
import { demoBrand } from "#contract/demo-brand.ts";
import { clientNow, showTitleBarOf } from "./client.ts";
import { setSite } from "./site.ts";

afterEach(() => {
  delete document.documentElement.dataset["titleBar"];
  Reflect.deleteProperty(window, "__wxjs_environment");
});

it("B04 the messaging mini-program is known by what its host sets", () => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(clientNow()).toBe("pc");
  Object.assign(window, { __wxjs_environment: "miniprogram" });
  expect(clientNow()).toBe("wechatMiniProgram");
});
it("our title bar is hidden only where the host draws one", () => {
  showTitleBarOf("mobileBrowser");
  expect(document.documentElement.dataset["titleBar"]).toBeUndefined();
  showTitleBarOf("wechat");
  expect(document.documentElement.dataset["titleBar"]).toBe("host");
});
