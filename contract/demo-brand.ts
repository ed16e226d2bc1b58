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
  theme: {},
  logo: [
    "M2 20C9 20 10 4 16 4C21.5 4 22 14 27 14C31 14 32 8 38 8",
    "M10 22C14 22 14.5 13 18 13C21.5 13 22 21 27 21",
  ],
  copyright: "© 2026 青岚汽车（演示品牌）",
};
