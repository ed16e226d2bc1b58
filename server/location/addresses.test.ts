import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressTable, cityOfRegion } from "./addresses.ts";

const table = new AddressTable({ v4: null, v6: null });
const codeAt = (address: string) => table.cityAt(address)?.code ?? null;
const codeOf = (province: string, city: string, country = "中国") =>
  cityOfRegion({ country, province, city })?.code ?? null;

it("U17 files of addresses are replaced by configuration", () => {
  const folder = mkdtempSync(join(tmpdir(), "addresses-"));
  const packaged = join(dirname(createRequire(import.meta.url).resolve("ip2region/package.json")), "data");
  const v4 = join(folder, "newer.db");
  copyFileSync(join(packaged, "ip2region.db"), v4);
  expect(new AddressTable({ v4, v6: null }).cityAt("219.133.0.1")?.code).toBe("440300");
  rmSync(folder, { recursive: true });
  expect(() => new AddressTable({ v4, v6: null }).prepare()).toThrow("newer.db");
  expect(() => new AddressTable({ v4: null, v6: v4 }).prepare()).toThrow("newer.db");
});

describe("U17 the city of an address", () => {
  it.each([
    ["202.96.209.5", "310100"],
    ["202.106.0.20", "110100"],
    ["219.133.0.1", "440300"],
    ["203.198.7.66", "810000"],
    ["202.175.3.3", "820000"],
    ["168.95.1.1", "710000"],
  ])("U17 knows IPv4 %s", (address, code) => {
    expect(codeAt(address)).toBe(code);
  });
  it("U17 knows IPv6, with and without a city", () => {
    expect(codeAt("240e:47d:c20:1627:30a3:ba0d:a5e6:ec19")).toBe("440100");
    expect(codeAt("2409:8a1e::1")).toBe("310100");
  });
  it("U17 knows an IPv4 address written as IPv6", () => {
    expect(codeAt("::ffff:219.133.0.1")).toBe("440300");
  });
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "192.168.0.1",
    "::1",
    "fe80::1%eth0",
    "8.8.8.8",
    "2001:4860:4860::8888",
    "",
    "x",
  ])("U17 J09 says nothing about %j", (address) => {
    expect(codeAt(address)).toBeNull();
  });
  it("U17 answers a city or nothing, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
        expect(codeAt(address) ?? "000000").toMatch(/^\d{6}$/);
      }),
    );
  });
});

describe("U17 the spellings of the tables", () => {
  it.each([
    ["上海", "上海市", "310100"],
    ["上海市", "", "310100"],
    ["内蒙古", "锡林郭勒", "152500"],
    ["内蒙古", "区兴安盟阿尔山市", "152200"],
    ["广西", "区南宁市", "450100"],
    ["新疆", "区伊犁州", "654000"],
    ["青海省", "海南", "632500"],
    ["海南省", "儋州", "460400"],
    ["河南省", "济源", "419001"],
    ["黑龙江省", "大兴安岭", "232700"],
    ["吉林省", "吉林市", "220200"],
    ["贵州省", "黔西南", "522300"],
    ["台湾省", "高雄", "710000"],
  ])("U17 reads %s %s", (province, city, code) => {
    expect(codeOf(province, city)).toBe(code);
  });
  it("U17 knows the city that an abolished one joined", () => {
    expect(codeOf("山东省", "莱芜市")).toBe("370100");
  });
  it("U17 takes the capital where only the province is known", () => {
    expect(["广东省", "山东省", "宁夏", "海南省", "河南省"].map((province) => codeOf(province, ""))).toEqual([
      "440100",
      "370100",
      "640100",
      "460100",
      "410100",
    ]);
  });
  it("U17 says nothing about other countries or China alone", () => {
    expect([codeOf("", "", "美国"), codeOf("", ""), codeOf("", "内网IP", "")]).toEqual([null, null, null]);
  });
});
