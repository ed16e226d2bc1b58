import * as z from "zod/mini";
import { sponsorLevels1, sponsorLevels2 } from "../activity/sponsors.ts";
import { id } from "../core/fields.ts";

const every = z.literal("*");
/**
 * The extent of one grant; "*" does not limit. A row has to meet all four parts of one grant (requirement
 * CO12).
 */
export const grantScope = z.object({
  /** 107001 headquarters, 107002 regions. */
  sponsorLevel1: z.union([every, z.array(z.enum(sponsorLevels1))]),
  /** Regions; also limits dealers to those of the regions' provinces. */
  sponsorLevel2: z.union([
    every,
    z.array(z.enum(Object.keys(sponsorLevels2) as (keyof typeof sponsorLevels2)[])),
  ]),
  businessType: z.union([every, z.array(z.int().check(z.minimum(1), z.maximum(4)))]),
  /** Ids of dealers. */
  dealers: z.union([every, z.array(id).check(z.maxLength(200))]),
});
export type GrantScope = z.output<typeof grantScope>;
export const everyScope: GrantScope = {
  sponsorLevel1: "*",
  sponsorLevel2: "*",
  businessType: "*",
  dealers: "*",
};
