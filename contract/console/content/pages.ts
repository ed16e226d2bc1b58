import * as z from "zod/mini";
import { pageBlock } from "../../blocks/blocks.ts";
import { composition } from "../../compose/compose.ts";
import { formQuestions, formQuestionSet } from "../../compose/questions.ts";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

/*
 * The composer of online activities' pages with an operator's session in place of a link (requirement CO70): the same
 * blocks, versions and plans as in contract/compose.
 */
const right = "page.write";
const version = z.int().check(z.gte(0));
const revision = z.string().check(z.regex(/^\d{1,19}$/));
const blocks = z.array(z.unknown(), "应为列表").check(z.maxLength(100, "最多 30 个内容块"));
const activity = { activityId: id };
/** A page without the expiry of a link. */
const operatorComposition = z.object({ ...composition.shape, expiresTime: z.null() });

/** The page of an online activity, with its versions and its plan. */
export const openPage = defineOperatorCall({
  name: "openPage",
  path: "pages/open",
  kind: "read",
  right,
  args: z.object(activity),
  result: operatorComposition,
  refusals: ["notFound"],
});

/** Blocks as they would be stored; null for each invalid one, with its faults. */
export const previewPage = defineOperatorCall({
  name: "previewPage",
  path: "pages/preview",
  kind: "read",
  right,
  args: z.object({ ...activity, blocks }),
  result: z.object({ blocks: z.array(z.nullable(pageBlock)), faults: z.record(z.string(), z.string()) }),
  refusals: ["notFound"],
});

/** Saves blocks as the next version, which is public at once. */
export const savePage = defineOperatorCall({
  name: "savePage",
  path: "pages/save",
  kind: "write",
  right,
  args: z.object({ ...activity, basedOn: version, blocks }),
  result: operatorComposition,
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Plans blocks as the next version at a time; `replaces`: the plan that the operator saw. */
export const planPage = defineOperatorCall({
  name: "planPage",
  path: "pages/plan",
  kind: "write",
  right,
  args: z.object({
    ...activity,
    basedOn: version,
    replaces: z.nullable(revision),
    blocks,
    publishTime: z.iso.datetime({ offset: true, error: "请选择更新时间" }),
  }),
  result: operatorComposition,
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Cancels a plan; the page does not change. */
export const cancelPagePlan = defineOperatorCall({
  name: "cancelPagePlan",
  path: "pages/plan/cancel",
  kind: "write",
  right,
  args: z.object({ ...activity, revision }),
  result: operatorComposition,
  refusals: ["notFound", "editConflict"],
});

/** Blocks of an earlier version; it is restored by saving them again. */
export const showPageVersion = defineOperatorCall({
  name: "showPageVersion",
  path: "pages/version",
  kind: "read",
  right,
  args: z.object({ ...activity, version }),
  result: z.object({ version, blocks: z.array(pageBlock) }),
  refusals: ["notFound"],
});

/** Questions of the activity's form. */
export const openPageQuestions = defineOperatorCall({
  name: "openPageQuestions",
  path: "pages/questions",
  kind: "read",
  right,
  args: z.object(activity),
  result: formQuestionSet,
  refusals: ["notFound"],
});

/** Replaces the questions; the form uses them at once. */
export const savePageQuestions = defineOperatorCall({
  name: "savePageQuestions",
  path: "pages/questions/save",
  kind: "write",
  right,
  args: z.object({ ...activity, revision: z.string().check(z.maxLength(64)), questions: formQuestions }),
  result: formQuestionSet,
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Creates an address that shows the saved page before it is published, for seven days. */
export const issuePagePreview = defineOperatorCall({
  name: "issuePagePreview",
  path: "pages/preview-link",
  kind: "write",
  right,
  isShownOnce: true,
  args: z.object(activity),
  result: z.object({ url: z.string(), expiresTime: timestamp }),
  refusals: ["notFound"],
});

/** Revokes all such addresses. */
export const revokePagePreviews = defineOperatorCall({
  name: "revokePagePreviews",
  path: "pages/preview-link/revoke",
  kind: "write",
  right,
  args: z.object(activity),
  result: z.object({ revoked: z.int() }),
  refusals: ["notFound"],
});

/** Online activities in scope with a page to borrow from, the newest first, at most 50. */
export const listPageSources = defineOperatorCall({
  name: "listPageSources",
  path: "pages/sources",
  kind: "read",
  right,
  args: z.object({ text: z.string().check(upTo(60)) }),
  result: z.object({
    sources: z.array(z.object({ ...activity, title: z.string(), startTime: timestamp, endTime: timestamp })),
  }),
  refusals: [],
});

/** Blocks of the page of an activity that may be read. */
export const showPageSource = defineOperatorCall({
  name: "showPageSource",
  path: "pages/sources/show",
  kind: "read",
  right,
  args: z.object(activity),
  result: z.object({ blocks: z.array(pageBlock) }),
  refusals: ["notFound"],
});
