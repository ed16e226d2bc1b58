import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { clubLimits } from "./limits.ts";
import { id } from "../core/fields.ts";

/** What the leader of a group does with it: nobody who only helps to lead it, and no other. Signed like its groups. Ours. */
const base = { base: "api", signature: "community", who: "user" } as const;
const path = "community/group";
const { introMost, rulesMost } = clubLimits;

/** Writes what a group is about and what is agreed on in it. Faults stand in `fields`: too long, or a word that is not allowed. */
export const editGroup = defineCall({
  ...base,
  name: "editGroup",
  method: "PUT",
  paths: [`${path}/edit`],
  args: z.object({
    groupId: id,
    /** One line; plain text. */
    intro: z
      .string("请填写简介")
      .check(z.minLength(1, "请填写简介"), z.maxLength(introMost, `最多 ${introMost} 个字`)),
    /** A rule a line; plain text. */
    rules: z._default(z.string().check(z.maxLength(rulesMost, `最多 ${rulesMost} 个字`)), ""),
  }),
  /** As they are kept. */
  result: z.object({ intro: z.string(), rules: z.string() }),
  refusals: ["notFound", "forbidden"],
});

/**
 * Gives a group another cover: JPEG, PNG or WebP in the body, as `uploadPicture` takes it, decoded and
 * written anew; from the answer on everybody sees it.
 */
export const changeGroupCover = defineCall({
  ...base,
  name: "changeGroupCover",
  method: "POST",
  paths: [`${path}/cover`],
  body: "picture",
  args: z.object({ groupId: id }),
  result: z.object({ coverUrl: z.string() }),
  refusals: ["notFound", "forbidden", "tooLarge", "unsupportedType"],
});

/** Makes a member of a group somebody who helps to lead it, or no longer; idempotent. They are told. */
export const appointManager = defineCall({
  ...base,
  name: "appointManager",
  method: "POST",
  paths: [`${path}/appoint`],
  /** `userId`: of a club member. */
  args: z.object({ groupId: id, userId: id, manages: z.boolean() }),
  result: z.object({ role: z.enum(["manager", "member"]) }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/** Hands a group over to one of its members, who leads it from then on; who led it helps to. They are told. */
export const handOverGroup = defineCall({
  ...base,
  name: "handOverGroup",
  method: "POST",
  paths: [`${path}/handOver`],
  /** `userId`: of a club member. */
  args: z.object({ groupId: id, userId: id }),
  result: z.null(),
  refusals: ["notFound", "forbidden", "flowBranch"],
});
