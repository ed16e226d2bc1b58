import "../core/call.ts";
import * as z from "zod/mini";
import { bridgeHandlers, type BridgeHandler, type BridgeResult } from "./bridge.ts";

/**
 * Schemas of the bridge's answers, which an app must satisfy exactly. The page itself parses more leniently
 * and without zod (web/platform/bridge/parse-answers.ts); the self-test for apps and the simulated app's
 * tests use these schemas.
 */

/** An answer as parsed JSON (requirement R02). Additional fields are allowed. */
export const bridgeAnswer = z.object({
  callbackId: z.string().check(z.minLength(1)),
  error: z.nullable(z.object({ code: z.string().check(z.minLength(1)), message: z.string() })),
  data: z.unknown(),
});

const degrees = (max: number) => z.optional(z.number().check(z.minimum(-max), z.maximum(max)));
const divisionCode = z.optional(z.string().check(z.regex(/^[1-9]\d{5}$/)));
const done = z.object({ result: z.boolean() });
const token = z.object({ sxToken: z.string().check(z.minLength(1)) });
const position = z
  .object({
    longitude: degrees(180),
    latitude: degrees(90),
    coordType: z.optional(z.enum(["wgs84", "gcj02"])),
    provinceCode: divisionCode,
    cityCode: divisionCode,
  })
  .check(
    z.refine(
      ({ longitude, latitude, coordType }) =>
        longitude === undefined
          ? latitude === undefined
          : latitude !== undefined && coordType !== undefined && (longitude !== 0 || latitude !== 0),
      "a position has longitude, latitude and coordType, and is not 0, 0",
    ),
  );

/** Data of an answer without error, by handler. */
export const bridgeResults: { readonly [H in BridgeHandler]: z.ZodMiniType<BridgeResult<H>> } = {
  goBack: z.null(),
  share: done,
  getGeoPosition: position,
  getValue: z.object({ value: z.nullable(z.string()) }),
  setValue: z.null(),
  getSxToken: token,
  refreshSxToken: token,
  getStatusBarHeight: z.object({ height: z.number().check(z.minimum(0), z.maximum(200)) }),
  showTitleBar: z.nullable(z.object({ shown: z.boolean() })),
  goToNativePage: z.nullable(done),
};
export const bridgeHandler = z.enum(bridgeHandlers);
