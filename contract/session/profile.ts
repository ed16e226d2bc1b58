import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, upTo, visible } from "../core/fields.ts";
import { avatarDrawings } from "./avatar-drawings.ts";
import { sessionPaths } from "./session-paths.ts";
import { userInfoSchema } from "./session.ts";

/** Maximum length of a nickname that a person chooses, characters. */
export const MAX_OWN_NICKNAME = 20;
/** Changes of one person's nickname and picture in 24 hours. */
export const profileChangesPerDay = 20;

/**
 * Changes the caller's nickname and picture (requirement I08). A field that is missing stays as it is; null takes the
 * person's own value back, and the name or picture of the login is shown again.
 * @returns the user info as it is now
 */
export const changeProfile = defineCall({
  name: "changeProfile",
  method: "PUT",
  base: "api",
  paths: [`${sessionPaths.users}/profile`],
  audience: "user",
  args: z.object({
    nickname: z.optional(
      z.nullable(z.string("请填写昵称").check(upTo(MAX_OWN_NICKNAME), visible("请填写昵称"))),
    ),
    /** An uploaded picture of the person, or one of the drawings. */
    avatar: z.optional(
      z.nullable(z.union([z.object({ pictureId: id }), z.object({ drawing: z.enum(avatarDrawings) })])),
    ),
  }),
  result: userInfoSchema,
  /** flowBranch: the club has barred the person; tooMany: `profileChangesPerDay` is reached. */
  refusals: ["flowBranch", "tooMany"],
});
