import * as z from "zod/mini";
import { defineCall } from "../core/call.ts";
import { cursor, id, pageSize, upTo } from "../core/fields.ts";
import { clubLimits } from "./limits.ts";
import { articleSchema, commentSchema } from "./shapes.ts";

const base = { base: "api", signature: "community" } as const;

/**
 * Hides, shows again, or features; for managers of its group. The author is notified of the first two;
 * showing what is visible has no effect. 633 with remark: barred, or their own content that complaints have
 * hidden. Addition to the specification.
 */
export const moderate = defineCall({
  ...base,
  name: "moderate",
  method: "POST",
  paths: ["community/article/moderate"],
  audience: "user",
  args: z.object({
    kind: z.enum(["article", "comment"]),
    targetId: id,
    /** feature and unfeature: articles only. */
    action: z.enum(["hide", "show", "feature", "unfeature"]),
    /** Reason for hiding, shown to the author; plain text. */
    reason: z._default(z.string().check(upTo(clubLimits.maxReasonLength, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * Content hidden in a group by its leaders, by complaints or by operators, newest first; for its managers,
 * who can show it again with `moderate`. Deleted articles are not listed. Addition to the specification.
 */
export const listHiddenContent = defineCall({
  ...base,
  name: "listHiddenContent",
  method: "GET",
  paths: ["community/group/hidden"],
  audience: "user",
  args: z.object({ groupId: id, cursor, pageSize }),
  result: z.object({
    list: z.array(
      z.object({
        kind: z.enum(["article", "comment"]),
        /** Id of the article or comment; exactly one of the two is present. */
        targetId: id,
        article: z.nullable(articleSchema),
        comment: z.nullable(commentSchema),
        /** Hidden by operators: managers cannot show it again. */
        byOperators: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound", "forbidden"],
});
export type HiddenContent = z.output<typeof listHiddenContent.result>["list"][number];
