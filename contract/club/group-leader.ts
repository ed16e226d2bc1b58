import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { clubLimits } from "./limits.ts";
import { id, upTo, visible } from "../core/fields.ts";

/**
 * Calls for the leader of a group; its managers cannot make them. Signed like its groups. Additions to the
 * specification.
 */
const base = { base: "api", signature: "community", audience: "user" } as const;
const path = "community/group";
const { maxIntroLength, maxRulesLength } = clubLimits;

/** Edits a group's intro and rules. Validation errors are in `fields`: too long, or a forbidden word. */
export const editGroup = defineCall({
  ...base,
  name: "editGroup",
  method: "PUT",
  paths: [`${path}/edit`],
  args: z.object({
    groupId: id,
    /** One line; plain text. */
    intro: z.string("请填写简介").check(visible("请填写简介"), upTo(maxIntroLength)),
    /** One rule a line; plain text. */
    rules: z._default(z.string().check(upTo(maxRulesLength)), ""),
  }),
  /** The texts as stored. */
  result: z.object({ intro: z.string(), rules: z.string() }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * Replaces a group's cover: JPEG, PNG or WebP in the body, as in `uploadPicture`, decoded and re-encoded;
 * visible to everybody at once.
 */
export const changeGroupCover = defineCall({
  ...base,
  name: "changeGroupCover",
  method: "POST",
  paths: [`${path}/cover`],
  body: "picture",
  args: z.object({ groupId: id }),
  result: z.object({ coverUrl: z.string() }),
  refusals: ["notFound", "forbidden", "flowBranch", "tooLarge", "unsupportedType"],
});

/** Makes a member of a group its manager, or a plain member again; idempotent. The member is notified. */
export const appointManager = defineCall({
  ...base,
  name: "appointManager",
  method: "POST",
  paths: [`${path}/appoint`],
  /** `userId`: id of a club member. */
  args: z.object({ groupId: id, userId: id, manages: z.boolean() }),
  result: z.object({ role: z.enum(["manager", "member"]) }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * Hands a group over to one of its members, who becomes its leader; the previous leader becomes a manager.
 * The member is notified.
 */
export const handOverGroup = defineCall({
  ...base,
  name: "handOverGroup",
  method: "POST",
  paths: [`${path}/handOver`],
  /** `userId`: id of a club member. */
  args: z.object({ groupId: id, userId: id }),
  result: z.null(),
  refusals: ["notFound", "forbidden", "flowBranch"],
});
