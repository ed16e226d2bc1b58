import { beforeEach, expect, it } from "vitest";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { setUserAgent, fakeWechatBridge, userAgents } from "../testing/fake-wechat.ts";
import { loadWechatSdk } from "./sdk.ts";

beforeEach(() => setSite(siteForTests));
const loadedScripts = () => performance.getEntriesByType("resource").map(({ name }) => name);

it.each(["safari", "baidu", "douyin", "xiaohongshu", "alipay"] as const)(
  "B14 %s: WeChat's SDK is not loaded, and its bridge not called",
  async (host) => {
    setUserAgent(userAgents[host]);
    const invoked = fakeWechatBridge();
    expect(await loadWechatSdk()).toBeNull();
    expect(loadedScripts().filter((name) => name.includes("weixin-js-sdk"))).toEqual([]);
    expect(invoked).toEqual([]);
  },
);
