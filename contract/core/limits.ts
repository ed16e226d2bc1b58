/** Business constants and limits (specification section 9, contract sections 2, 4, 5, 6). Times in ms unless named. */
export * as limits from "./limit-values.ts";

/** A dealer in trial operation; its name is shown with `trialSuffix` (specification section 9). */
export const trialStatus = "BC500002";
export const trialSuffix = "（试营业）";

/** Where nothing tells where a person is (specification section 3). */
export const defaultPlace = {
  province: "上海市",
  provinceId: "310000",
  city: "上海市",
  cityId: "310100",
  longitude: 121.48,
  latitude: 31.22,
} as const;
/** Its city's name as shown. */
export const defaultCityName = "上海";
/** What the native app sends when it has none (requirement J10). */
export const defaultAppCodes = { provinceCode: "110000", cityCode: "110100" } as const;
