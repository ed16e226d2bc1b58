import { expect, test } from "vitest";
import { divisionNameOf } from "./division-names.ts";

test.each([
  ["310000", "310100", "310106", "上海市静安区"],
  ["330000", "330100", "330106", "浙江省杭州市西湖区"],
  ["500000", "500100", "500230", "重庆市丰都县"],
  ["440000", "441900", "441900", "广东省东莞市"],
  ["410000", "419001", "419001", "河南省济源市"],
  ["650000", "650100", "650102", "新疆维吾尔自治区乌鲁木齐市天山区"],
  ["810000", "810000", "810000", "香港特别行政区"],
])("MA12 %s %s %s is %s", (province, city, district, name) => {
  expect(divisionNameOf(province, city, district)).toBe(name);
});

test.each([
  ["310000", "330100", "330106"],
  ["330000", "330100", "310106"],
  ["330000", "330100", "330100"],
  ["990000", "990100", "990101"],
  ["310106", "310106", "310106"],
])("MA12 %s %s %s is no place", (province, city, district) => {
  expect(divisionNameOf(province, city, district)).toBeNull();
});
