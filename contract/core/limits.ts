/**
 * Business constants and limits (specification section 9, contract sections 2, 4, 5, 6). Times are in ms
 * unless the name gives another unit.
 */
export * as limits from "./limit-values.ts";

/** Status of a dealer in trial operation; its name is shown with `trialSuffix` (specification section 9). */
export const trialStatus = "BC500002";
export const trialSuffix = "（试营业）";

/** Fallback if a person's location is unknown (specification section 3). */
export const defaultPlace = {
  province: "上海市",
  provinceId: "310000",
  city: "上海市",
  cityId: "310100",
  longitude: 121.48,
  latitude: 31.22,
} as const;
/** Display name of the default city. */
export const defaultCityName = "上海";
/** Codes sent by the native app if it has none (requirement J10). */
export const defaultAppCodes = { provinceCode: "110000", cityCode: "110100" } as const;
