import type { Brand } from "./brand.ts";

/** 青岚汽车, the demo brand. */
export const demoBrand: Brand = {
  name: "青岚汽车",
  latin: "QINGLAN",
  idName: "青岚账号",
  idLatin: "QINGLAN ID",
  servicePhone: "400-800-0000",
  domain: "qinglan.example",
  appMarker: "QinglanApp",
  bridgeKey: "QinglanBridge",
  clientId: "qinglan-marketing",
  officialAccounts: {
    prod: { appId: "wx6d61727175650001", redirect: "https://wx.qinglan.example/official/redirect" },
    other: { appId: "wx6d61727175650002", redirect: "https://wx-test.qinglan.example/official/redirect" },
  },
  openPlatformAppId: "wx6d61727175650003",
  miniProgramLoginPage: "/pages/login/index",
  miniProgramPayPage: "/pages/pay/index",
  miniProgramAppId: "wx6d61727175650004",
  theme: {},
  logo: [
    "M2 20C9 20 10 4 16 4C21.5 4 22 14 27 14C31 14 32 8 38 8",
    "M10 22C14 22 14.5 13 18 13C21.5 13 22 21 27 21",
  ],
  copyright: "© 2026 青岚汽车（演示品牌）",
};
