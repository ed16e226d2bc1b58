import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { divisionCode, latitude, longitude, upTo } from "../core/fields.ts";
import { limits } from "../core/limits.ts";

/** A located place: GB/T 2260 codes and WGS-84 degrees (contract section 5). */
export const locatedPlace = z.object({
  province: z.string(),
  provinceId: z.string(),
  city: z.string(),
  cityId: z.string(),
  longitude: z.number(),
  latitude: z.number(),
});
export type LocatedPlace = z.output<typeof locatedPlace>;

/** A node of the district tree; its root's code is "cn" (requirement J13). */
export type District = { code: string; name: string; children?: District[] | undefined };
export const district: z.ZodMiniType<District> = z.lazy(() =>
  z.object({ code: z.string(), name: z.string(), children: z.optional(z.array(district)) }),
) as z.ZodMiniType<District>;

/**
 * Place of a point (requirement J08); code 601 for invalid coordinates. GCJ-02 input, which a maker's app may
 * send, is converted: the returned coordinates are WGS-84.
 */
export const locatePoint = defineCall({
  name: "locatePoint",
  method: "GET",
  base: "api",
  paths: ["cop-profile/api/v1/amap/location-log"],
  audience: "anyone",
  args: z.object({
    longitude,
    latitude,
    coordType: z._default(z.enum(["wgs84", "gcj02"], "坐标系不正确"), "wgs84"),
  }),
  result: locatedPlace,
  refusals: [],
});
/** Place of the caller's network address; Shanghai if unknown (requirement J09). */
export const locateAddress = defineCall({
  name: "locateAddress",
  method: "GET",
  base: "api",
  paths: ["cop-profile/api/v1/amap/location-ip"],
  audience: "anyone",
  args: z.object({}),
  result: locatedPlace,
  refusals: [],
});
/** Provinces, cities and districts; strong ETag (requirement U20). */
export const listDistricts = defineCall({
  name: "listDistricts",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/getDistrictTrees"],
  audience: "anyone",
  args: z.object({}),
  result: district,
  refusals: [],
});
/**
 * City index for manual selection and search: name, pinyin and initials, popular ones in `hot`. Strong ETag.
 * `latitude` and `longitude` are the city's centre.
 */
export const listCities = defineCall({
  name: "listCities",
  method: "GET",
  base: "api",
  paths: ["cop-profile/api/v1/cities"],
  audience: "anyone",
  args: z.object({}),
  result: z.object({
    hot: z.array(divisionCode),
    cities: z.array(
      z.object({
        code: divisionCode,
        name: z.string(),
        /** Short name for display: without 市, 地区, 盟, 自治州. */
        shortName: z.string(),
        province: z.string(),
        pinyin: z.string(),
        initials: z.string(),
        longitude: z.number(),
        latitude: z.number(),
      }),
    ),
  }),
  refusals: [],
});
/**
 * Districts by a keyword: by name with or without suffix, in simplified or traditional characters, by pinyin or by
 * initials; the best first. Addition to the specification (requirement J19).
 */
export const findDistricts = defineCall({
  name: "findDistricts",
  method: "GET",
  base: "api",
  paths: ["cop-profile/api/v1/districts/search"],
  audience: "anyone",
  args: z.object({
    keyword: z.string().check(upTo(limits.maxKeywordLength, "搜索词太长")),
    cityCode: z.optional(divisionCode),
  }),
  result: z.object({
    /** The keyword in simplified characters, by which the city index is searched. */
    keyword: z.string(),
    districts: z.array(z.object({ code: divisionCode, name: z.string(), cityCode: divisionCode })),
  }),
  refusals: [],
});
export type DistrictMatches = z.output<typeof findDistricts.result>;
export type CityListing = z.output<typeof listCities.result>["cities"][number];
