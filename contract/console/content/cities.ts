import * as z from "zod/mini";
import { divisionCode } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Cities for the inputs of the console, ordered by pinyin. */
export const listConsoleCities = defineOperatorCall({
  name: "listConsoleCities",
  path: "cities",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: z.object({
    cities: z.array(
      z.object({
        code: divisionCode,
        /** Short name, without 市, 地区, 盟, 自治州. */
        name: z.string(),
        province: z.string(),
        pinyin: z.string(),
        initials: z.string(),
        /** Centre, WGS-84. */
        longitude: z.number(),
        latitude: z.number(),
      }),
    ),
  }),
  refusals: [],
});
export type ConsoleCity = z.output<typeof listConsoleCities.result>["cities"][number];

/** Outline of a city for the map of a place: rings of WGS-84 points, simplified; [] without one. */
export const showCityOutline = defineOperatorCall({
  name: "showCityOutline",
  path: "cities/outline",
  kind: "read",
  right: "self",
  args: z.object({ cityCode: divisionCode }),
  result: z.object({ rings: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
  refusals: [],
});
