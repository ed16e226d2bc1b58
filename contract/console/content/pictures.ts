import * as z from "zod/mini";
import { defineOperatorCall } from "../operator-call.ts";

/**
 * Uploads a picture for activities, banners, products, series or pages: decoded, re-encoded and public at once, as
 * `addBlocksPicture`. Operators who write one of these may upload; others are refused.
 */
export const uploadConsolePicture = defineOperatorCall({
  name: "uploadConsolePicture",
  path: "pictures/upload",
  kind: "write",
  right: "self",
  body: "picture",
  // A picture takes seconds to arrive and to decode, and none of the database's connections meanwhile.
  waitsOutside: true,
  args: z.object({}),
  result: z.object({
    /** Address for a field that takes a picture. */
    url: z.string(),
    /** Size as stored, px. */
    width: z.int(),
    height: z.int(),
  }),
  refusals: ["tooLarge", "unsupportedType"],
});
