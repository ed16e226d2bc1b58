import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { SettingError } from "../config.ts";
import { IpTable, cityOfIpRegion, type IpTableFiles } from "./ip-table.ts";
import { xdbFile } from "./test-xdb.ts";
import { bytesOf, XdbTable } from "./xdb.ts";

const table = new IpTable({ v4: null, v6: null });
const codeAt = (address: string) => table.cityAt(address)?.code ?? null;
const codeOf = (province: string, city: string, country = "中国") =>
  cityOfIpRegion({ country, province, city })?.code ?? null;

describe("U17 configured IP tables", () => {
  const folder = mkdtempSync(join(tmpdir(), "addresses-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const packaged = join(dirname(createRequire(import.meta.url).resolve("ip2region/package.json")), "data");
  const write = (name: string, bytes: Buffer): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const v4 = write(
    "v4.xdb",
    xdbFile(3, [
      { from: "1.2.3.0", to: "1.2.3.255", text: "中国|浙江省|杭州市|电信|CN" },
      { from: "1.2.4.0", to: "1.4.255.255", text: "中国|四川省|0|移动|CN" },
      { from: "219.133.0.0", to: "219.133.0.255", text: "美国|加利福尼亚|0|0|US" },
    ]),
  );
  const v6 = write(
    "v6.xdb",
    xdbFile(3, [
      { from: "240e:1::", to: "240e:1:ffff:ffff:ffff:ffff:ffff:ffff", text: "中国|浙江省|杭州市|电信|CN" },
      { from: "240e:3::", to: "240e:3:0:1::", text: "中国|北京|北京市|电信|CN" },
    ]),
  );
  const at = (files: IpTableFiles, ...addresses: string[]) => {
    const one = new IpTable(files);
    return addresses.map((address) => one.cityAt(address)?.code ?? null);
  };
  const inV4 = ["1.2.3.0", "1.2.3.255", "::ffff:1.2.3.9", "1.3.9.9", "1.4.255.255", "1.5.0.0", "219.133.0.1"];
  const citiesInV4 = ["330100", "330100", "330100", "510100", "510100", null, null];

  it("U17 a current IPv4 file replaces the packaged one, and IPv6 stays the packaged one", () => {
    expect(at({ v4, v6: null }, ...inV4)).toEqual(citiesInV4);
    expect(at({ v4, v6: null }, "240e:47d:c20:1627:30a3:ba0d:a5e6:ec19")).toEqual(["440100"]);
  });
  it("U17 files before 2025, which have one more field, are read", () => {
    const older = xdbFile(2, [{ from: "1.2.3.0", to: "1.2.3.255", text: "中国|0|广东省|深圳市|电信" }]);
    expect(at({ v4: write("older.xdb", older), v6: null }, "1.2.3.4", "1.2.4.0")).toEqual(["440300", null]);
  });
  it("U17 an IPv6 file replaces the packaged one, alone or together with an IPv4 file", () => {
    const inV6 = ["240e:1::9", "240e:1:abcd::1", "240e:3:0:1::", "240e:3:0:1::1", "240e:2::1", "219.133.0.1"];
    expect(at({ v4: null, v6 }, ...inV6)).toEqual(["330100", "330100", "110100", null, null, "440300"]);
    expect(at({ v4, v6 }, "240e:1::9", ...inV4)).toEqual(["330100", ...citiesInV4]);
  });
  it("U17 newer files in the packaged formats are read", () => {
    const [old4, old6] = [join(folder, "newer.db"), join(folder, "newer6.db")];
    copyFileSync(join(packaged, "ip2region.db"), old4);
    copyFileSync(join(packaged, "ipv6wry.db"), old6);
    expect(at({ v4: old4, v6: old6 }, "219.133.0.1", "2409:8a1e::1")).toEqual(["440300", "310100"]);
  });
  it.each([
    ["IP_DATA_V4", "that does not exist", (): IpTableFiles => ({ v4: join(folder, "none"), v6: null })],
    ["IP_DATA_V6", "that does not exist", (): IpTableFiles => ({ v4: null, v6: join(folder, "none") })],
    ["IP_DATA_V4", "that is empty", (): IpTableFiles => ({ v4: write("empty", Buffer.alloc(0)), v6: null })],
    [
      "IP_DATA_V4",
      "of another kind",
      (): IpTableFiles => ({ v4: write("text", Buffer.from("x".repeat(600))), v6: null }),
    ],
    ["IP_DATA_V4", "of IPv6", (): IpTableFiles => ({ v4: v6, v6: null })],
    ["IP_DATA_V6", "of IPv4", (): IpTableFiles => ({ v4: null, v6: v4 })],
    [
      "IP_DATA_V6",
      "of IPv4 in the packaged format",
      (): IpTableFiles => ({ v4: null, v6: join(packaged, "ip2region.db") }),
    ],
    [
      "IP_DATA_V4",
      "that is truncated",
      (): IpTableFiles => ({
        v4: write("cut.xdb", xdbFile(3, [{ from: "1.2.3.0", to: "1.2.3.9", text: "x" }]).subarray(0, -1)),
        v6: null,
      }),
    ],
  ])("U17 %s with a file %s stops the start with a one-line error", (name, _what, files) => {
    expect(() => new IpTable(files())).toThrow(SettingError);
    expect(() => new IpTable(files())).toThrow(new RegExp(`^${name} [^\\n]*$`));
  });
  it("U17 a corrupt file returns a text or null, and does not throw", () => {
    const bytes = xdbFile(3, [{ from: "1.2.0.0", to: "1.9.255.255", text: "中国|浙江省|杭州市|电信|CN" }]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 257), fc.nat(255))),
        fc.ipV4(),
        (changes, address) => {
          const bad = Buffer.from(bytes);
          for (const [place, value] of changes) bad[256 + place] = value;
          const found = new XdbTable(bad).search(bytesOf(address) ?? Buffer.alloc(4));
          expect(found === null || typeof found === "string").toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("U17 the city of an address", () => {
  it.each([
    ["202.96.209.5", "310100"],
    ["202.106.0.20", "110100"],
    ["219.133.0.1", "440300"],
    ["203.198.7.66", "810000"],
    ["202.175.3.3", "820000"],
    ["168.95.1.1", "710000"],
  ])("U17 finds the city of IPv4 %s", (address, code) => {
    expect(codeAt(address)).toBe(code);
  });
  it("U17 finds the city of IPv6 addresses, with and without a city in the table", () => {
    expect(codeAt("240e:47d:c20:1627:30a3:ba0d:a5e6:ec19")).toBe("440100");
    expect(codeAt("2409:8a1e::1")).toBe("310100");
  });
  it("U17 finds the city of an IPv4 address written as IPv6", () => {
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
  ])("U17 J09 returns null for %j", (address) => {
    expect(codeAt(address)).toBeNull();
  });
  it("U17 returns a city or null for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
        expect(codeAt(address) ?? "000000").toMatch(/^\d{6}$/);
      }),
    );
  });
});

describe("U17 spellings in the tables", () => {
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
  ])("U17 resolves %s %s", (province, city, code) => {
    expect(codeOf(province, city)).toBe(code);
  });
  it("U17 resolves an abolished city to the city that it was merged into", () => {
    expect(codeOf("山东省", "莱芜市")).toBe("370100");
  });
  it("U17 resolves a province without a city to its capital", () => {
    expect(["广东省", "山东省", "宁夏", "海南省", "河南省"].map((province) => codeOf(province, ""))).toEqual([
      "440100",
      "370100",
      "640100",
      "460100",
      "410100",
    ]);
  });
  it("U17 returns null for other countries and for China without a province", () => {
    expect([codeOf("", "", "美国"), codeOf("", ""), codeOf("", "内网IP", "")]).toEqual([null, null, null]);
  });
});
