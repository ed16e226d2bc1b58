import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";

/**
 * Takes a picture of a person's: JPEG, PNG or WebP in the body, at most `callLimits.picture.bytesMost`
 * (413) and of no other kind (415). It is decoded and written anew, upright and without metadata,
 * and is its owner's alone; one that nothing has used within a day is deleted.
 */
export const uploadPicture = defineCall({
  name: "uploadPicture",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/pictures"],
  who: "user",
  body: "picture",
  args: z.object({}),
  result: z.object({
    pictureId: id,
    /** As kept, px. */
    width: z.int(),
    height: z.int(),
    /** Shows it for ten minutes. */
    url: z.string(),
  }),
  refusals: ["tooLarge", "unsupportedType"],
});
export type UploadedPicture = z.output<typeof uploadPicture.result>;
