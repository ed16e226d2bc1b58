import { expect, test } from "vitest";
import type { District } from "#contract/location/location.ts";
import { parseAddress } from "./parse-address.ts";

const place = (code: string, name: string, children?: District[]): District => ({
  code,
  name,
  ...(children && { children }),
});
const tree = place("cn", "中国", [
  place("310000", "上海市", [
    place("310100", "上海市", [place("310104", "徐汇区"), place("310115", "浦东新区")]),
  ]),
  place("330000", "浙江省", [place("330500", "湖州市", [place("330521", "德清县")])]),
  place("650000", "新疆维吾尔自治区", [place("650100", "乌鲁木齐市", [place("650102", "天山区")])]),
  place("440000", "广东省", [place("440300", "深圳市", [place("440305", "南山区")])]),
  place("110000", "北京市", [place("110100", "北京市", [place("110105", "朝阳区")])]),
]);
const XUHUI = "310104";

test.each([
  ["林晓岚，13800005678，上海市徐汇区龙腾大道2555号", "林晓岚", XUHUI, "龙腾大道2555号"],
  ["上海市徐汇区龙腾大道2555号 林晓岚 13800005678", "林晓岚", XUHUI, "龙腾大道2555号"],
  ["13800005678 林晓岚 上海 徐汇区 龙腾大道2555号3栋", "林晓岚", XUHUI, "龙腾大道2555号3栋"],
  [
    "收货人：林晓岚\n手机号：138 0000 5678\n地址：上海市 上海市 徐汇区 龙腾大道2555号",
    "林晓岚",
    XUHUI,
    "龙腾大道2555号",
  ],
  ["林晓岚 +86 138-0000-5678 上海徐汇龙腾大道2555号", "林晓岚", XUHUI, "龙腾大道2555号"],
  ["徐汇区龙腾大道2555号，林晓岚，13800005678", "林晓岚", XUHUI, "龙腾大道2555号"],
  ["周明 13900002210 浙江省湖州市德清县莫干山镇劳岭村36号", "周明", "330521", "莫干山镇劳岭村36号"],
  ["周明 13900002210 浙江湖州德清莫干山镇劳岭村36号", "周明", "330521", "莫干山镇劳岭村36号"],
  ["湖州市德清县莫干山镇劳岭村36号 周明13900002210", "周明", "330521", "莫干山镇劳岭村36号"],
  [
    "阿依古丽·买买提 13912340000 新疆维吾尔自治区乌鲁木齐市天山区解放路8号",
    "阿依古丽·买买提",
    "650102",
    "解放路8号",
  ],
  ["新疆乌鲁木齐市天山区解放路8号 阿依古丽·买买提 13912340000", "阿依古丽·买买提", "650102", "解放路8号"],
  ["Tom Lee 13512345678 广东省深圳市南山区科技园1栋", "Tom Lee", "440305", "科技园1栋"],
  ["王芳；13512345678；广东省，深圳市，南山区，科技园1栋", "王芳", "440305", "科技园1栋"],
  ["姓名:王芳 电话:13512345678 地址:广东省深圳市南山区科技园1栋", "王芳", "440305", "科技园1栋"],
  ["北京朝阳区望京街道10号院 李雷 18611112222", "李雷", "110105", "望京街道10号院"],
  ["李雷 18611112222\n北京市\n朝阳区\n望京街道10号院", "李雷", "110105", "望京街道10号院"],
  ["浦东新区张江高科技园区祖冲之路899号，林晓岚", "林晓岚", "310115", "张江高科技园区祖冲之路899号"],
])("MA13 a pasted address is split: %s", (text, name, district, detail) => {
  const parsed = parseAddress(text, tree);
  expect(parsed.division?.codes[2]).toBe(district);
  expect(parsed.detail).toContain(detail.slice(0, 6));
  expect(parsed.name).toContain(name);
});
test("MA13 the mobile is read with its separators", () => {
  expect(parseAddress("+86 138-0000-5678", tree).mobile).toBe("13800005678");
});
test("MA13 a text without an address gives no division and loses nothing", () => {
  const parsed = parseAddress("明天下午送到", tree);
  expect(parsed.division).toBeUndefined();
});
test("the name of a division is said once where province and city have one name", () => {
  expect(parseAddress("上海市徐汇区龙腾大道", tree).division?.name).toBe("上海市 徐汇区");
});
