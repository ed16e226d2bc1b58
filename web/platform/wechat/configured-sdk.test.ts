import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { onChallenge } from "../http/challenges.ts";
import { sharePage } from "../share/share.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { fakeServer, type FakeRequest } from "../testing/fake-server.ts";
import { setUserAgent, fakeWechatBridge, userAgents, type BridgeInvocation } from "../testing/fake-wechat.ts";
import { locate } from "../location/locate.ts";
import { wechatReady } from "./configured-sdk.ts";
import { shareLink, sharePicture, updateShareData } from "./share-data.ts";

// The real weixin-js-sdk, over a bridge that answers like WeChat. The tests share one SDK, since a page has
// only one.
let invoked: BridgeInvocation[];
let requests: FakeRequest[];
let located: Readonly<Record<string, unknown>> | null;
const place = {
  province: "上海市",
  provinceId: "310000",
  city: "上海市",
  cityId: "310100",
  longitude: 121.47,
  latitude: 31.23,
};
const callsOf = (name: string): BridgeInvocation[] => invoked.filter((one) => one.name === name);

beforeAll(() => {
  setUserAgent(userAgents.android);
  invoked = fakeWechatBridge(({ name }) => (name === "geoLocation" ? located : undefined));
});
beforeEach(() => {
  setSite(siteForTests);
  invoked.length = 0;
  sessionStorage.clear();
  requests = fakeServer(({ name }) => {
    if (name === "wechat-signatures")
      return {
        code: "00",
        data: { appId: "wx6d61727175650002", timestamp: 17, noncestr: "n", signature: "s" },
      };
    return { code: "00", data: place };
  });
  vi.spyOn(navigator.geolocation, "getCurrentPosition").mockClear();
});

it("E19 Android: configured for the current address, and again after a navigation", async () => {
  const here = location.href;
  for (const path of ["/one?a=1", "/two"]) {
    history.replaceState(null, "", path);
    expect(await wechatReady()).not.toBeNull();
  }
  const signedUrls = requests.map(({ url }) => url.searchParams.get("signatureUrl"));
  expect(signedUrls).toEqual([`${location.origin}/one?a=1`, `${location.origin}/two`]);
  const [verified] = callsOf("preVerifyJSAPI");
  expect(verified?.argument).toMatchObject({
    verifyJsApiList: ["updateAppMessageShareData", "updateTimelineShareData", "geoLocation"],
    verifyOpenTagList: ["wx-open-launch-app"],
    verifyAppId: "wx6d61727175650002",
    verifyNonceStr: "n",
    verifyTimestamp: "17",
    verifySignature: "s",
  });
  history.replaceState(null, "", here);
});

it("J02 takes the position from WeChat as WGS-84, not from the browser", async () => {
  located = { err_msg: "geoLocation:ok", longitude: 121.4737, latitude: 31.2304 };
  const found = await locate();
  expect(found).toEqual({ by: "point", place, point: { longitude: 121.4737, latitude: 31.2304 } });
  expect(callsOf("geoLocation").map(({ argument }) => argument["type"])).toEqual(["wgs84"]);
  expect(navigator.geolocation.getCurrentPosition).not.toHaveBeenCalled();
});
it.each([{ err_msg: "geoLocation:fail_auth_deny" }, { err_msg: "geoLocation:cancel" }])(
  "J05 J06 %o is a refusal: nothing else is tried",
  async (answer) => {
    located = answer;
    expect(await locate()).toEqual({ by: "denied" });
    expect(requests.map(({ name }) => name)).not.toContain("location-ip");
  },
);
it.each([{ err_msg: "geoLocation:fail_timeout" }, { err_msg: "geoLocation:fail" }, null])(
  "J07 %o is a failure: the network's address is used",
  async (answer) => {
    located = answer;
    expect(await locate()).toEqual({ by: "address", place });
  },
);

it("the menu shares the current page, without login and link parameters", async () => {
  const here = location.href;
  document.title = "莫干山晨雾试驾";
  history.replaceState(null, "", "/offline/7?utm_source=a&code=C&tk=T&bind=mobile#comments");
  updateShareData();
  await expect.poll(() => callsOf("updateTimelineShareData").length).toBe(1);
  const link = `${location.origin}/offline/7?utm_source=a`;
  expect(callsOf("updateAppMessageShareData")[0]?.argument).toMatchObject({ title: "莫干山晨雾试驾", link });
  expect(callsOf("updateTimelineShareData")[0]?.argument).toMatchObject({ title: "莫干山晨雾试驾", link });
  history.replaceState(null, "", here);
});
it("K20 sharing points at WeChat's menu, which shares the given data while the guide is shown", async () => {
  const here = location.href;
  history.replaceState(null, "", "/ticket");
  const titles = () => callsOf("updateTimelineShareData").map(({ argument }) => argument["title"]);
  let close = (): void => {};
  const stop = onChallenge((raised) => raised.kind === "shareGuide" && (close = () => raised.answer()));
  const outcome = sharePage({ title: "一起去吧", text: "周末", path: "/offline/7", imageUrl: "/media/1" });
  await expect.poll(() => titles().at(-1)).toBe("一起去吧");
  expect(callsOf("updateAppMessageShareData").at(-1)?.argument).toEqual(
    expect.objectContaining({
      desc: "周末",
      link: `${location.origin}/offline/7`,
      imgUrl: sharePicture("/media/1", location.href),
    }),
  );
  close();
  expect(await outcome).toBe("guided");
  await expect.poll(() => titles().at(-1)).toBe(document.title);
  stop();
  history.replaceState(null, "", here);
});
it("a shared picture has a full address and a format that WeChat can show", () => {
  const base = "https://m.qinglan.example/marketing/area/activity/";
  const process = "x-oss-process=image/resize,m_fill,w_300,h_300/quality,q_75/format,jpg";
  expect(sharePicture("/media/cover.svg?v=1", base)).toBe(
    `https://m.qinglan.example/media/cover.svg?${process}`,
  );
  expect(sharePicture("https://cdn.example/a.png", base)).toBe("https://cdn.example/a.png");
  for (const none of ["data:image/png;base64,AA", "blob:https://m.qinglan.example/1", "http://["])
    expect(sharePicture(none, base)).toBe("");
  expect(shareLink(`${base}?loginType=SSO&state=1&iss=x&from=o1&a=%20`)).toBe(`${base}?from=o1&a=%20`);
});
