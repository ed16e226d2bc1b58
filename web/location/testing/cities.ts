import type { CityListing } from "#contract/location/location.ts";

/** A small index for tests, ordered by pinyin like the server's. */
const rows: readonly (readonly [string, string, string, string, string, string, number, number])[] = [
  ["340800", "安庆市", "安庆", "安徽省", "anqing", "aq", 117.063, 30.543],
  ["610300", "宝鸡市", "宝鸡", "陕西省", "baoji", "bj", 107.238, 34.362],
  ["110100", "北京市", "北京", "北京市", "beijing", "bj", 116.397, 39.908],
  ["220100", "长春市", "长春", "吉林省", "changchun", "cc", 125.324, 43.817],
  ["430100", "长沙市", "长沙", "湖南省", "changsha", "cs", 112.939, 28.228],
  ["510100", "成都市", "成都", "四川省", "chengdu", "cd", 104.066, 30.573],
  ["500100", "重庆市", "重庆", "重庆市", "chongqing", "cq", 106.552, 29.563],
  ["440100", "广州市", "广州", "广东省", "guangzhou", "gz", 113.264, 23.129],
  ["460100", "海口市", "海口", "海南省", "haikou", "hk", 110.199, 20.044],
  ["632500", "海南藏族自治州", "海南", "青海省", "hainan", "hn", 100.62, 36.286],
  ["330100", "杭州市", "杭州", "浙江省", "hangzhou", "hz", 120.155, 30.274],
  ["220200", "吉林市", "吉林", "吉林省", "jilin", "jl", 126.55, 43.838],
  ["141100", "吕梁市", "吕梁", "山西省", "lvliang", "ll", 111.144, 37.519],
  ["320100", "南京市", "南京", "江苏省", "nanjing", "nj", 118.797, 32.06],
  ["460200", "三亚市", "三亚", "海南省", "sanya", "sy", 109.512, 18.253],
  ["310100", "上海市", "上海", "上海市", "shanghai", "sh", 121.474, 31.23],
  ["611000", "商洛市", "商洛", "陕西省", "shangluo", "sl", 109.94, 33.87],
  ["440300", "深圳市", "深圳", "广东省", "shenzhen", "sz", 114.058, 22.543],
  ["320500", "苏州市", "苏州", "江苏省", "suzhou", "sz", 120.585, 31.299],
  ["341300", "宿州市", "宿州", "安徽省", "suzhou", "sz", 116.964, 33.646],
  ["420100", "武汉市", "武汉", "湖北省", "wuhan", "wh", 114.305, 30.593],
  ["610100", "西安市", "西安", "陕西省", "xian", "xa", 108.94, 34.341],
  ["421200", "咸宁市", "咸宁", "湖北省", "xianning", "xn", 114.322, 29.841],
  ["222400", "延边朝鲜族自治州", "延边", "吉林省", "yanbian", "yb", 129.513, 42.906],
];
export const cities: readonly CityListing[] = rows.map(
  ([code, name, shortName, province, pinyin, initials, longitude, latitude]) => ({
    code,
    name,
    shortName,
    province,
    pinyin,
    initials,
    longitude,
    latitude,
  }),
);
export const hot: readonly string[] = [
  "310100",
  "110100",
  "330100",
  "510100",
  "440100",
  "440300",
  "420100",
  "610100",
  "320100",
];

/** @throws for a code that is not in the small index */
export function city(code: string): CityListing {
  const found = cities.find((one) => one.code === code);
  if (!found) throw new Error(`no city ${code}`);
  return found;
}
