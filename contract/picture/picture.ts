import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";

/**
 * Uploads a person's picture: JPEG, PNG or WebP in the body, at most `callLimits.picture.maxBytes` (413) and
 * of no other type (415). It is decoded and re-encoded, upright and without metadata, and visible only to its
 * owner; a picture that is not used within a day is deleted.
 */
export const uploadPicture = defineCall({
  name: "uploadPicture",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/pictures"],
  audience: "user",
  body: "picture",
  args: z.object({}),
  result: z.object({
    pictureId: id,
    /** Size as stored, px. */
    width: z.int(),
    height: z.int(),
    /** Address that is valid for ten minutes. */
    url: z.string(),
  }),
  refusals: ["tooLarge", "unsupportedType"],
});
export type UploadedPicture = z.output<typeof uploadPicture.result>;
