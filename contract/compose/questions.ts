import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { formField } from "../activity/activity.ts";
import { moment, personName, staffLink } from "../core/fields.ts";

const path = "cop-marketing-activity/api/v1/compose/questions";
const text = (most: number, missing: string) =>
  z.string(missing).check(
    z.refine((written) => written.trim() !== "", missing),
    z.maxLength(most, `最多 ${most} 个字`),
  );
const distinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** A question of a form as an operator writes it, with what they are told at the faulty place. */
const question = z
  .object({
    /** What answers are kept by; it stays the same while the question is reworded. */
    key: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/, "题目编号不正确")),
    label: text(40, "请填写题目"),
    kind: z.enum(["text", "select", "number"], "请选择题型"),
    required: z.boolean("应为是或否"),
    /** Of a choice alone; none otherwise. */
    options: z
      .array(text(40, "选项不能为空"), "应为列表")
      .check(z.maxLength(20, "最多 20 个选项"), z.refine(distinct, "选项不能重复")),
    placeholder: z.string("应为文字").check(z.maxLength(40, "最多 40 个字")),
  })
  .check(
    z.refine(({ kind, options }) => kind !== "select" || options.length > 1, {
      error: "至少两个选项",
      path: ["options"],
    }),
  );
/** The own questions of a form, whole. */
export const formQuestions = z.array(question, "应为列表").check(
  z.maxLength(12, "最多 12 个题目"),
  z.refine((all) => distinct(all.map(({ key }) => key)), "题目编号不能重复"),
);

/** The questions of an activity's form as they stand, in their order. */
const formQuestionSet = z.object({
  /** Of what stands: whoever saves names what they began with. */
  revision: z.string(),
  questions: z.array(formField),
  /** The name that whoever saved them last gave; null: nobody has saved any since that is kept. */
  savedBy: z.nullable(z.string()),
  savedTime: z.nullable(moment),
});
export type FormQuestionSet = z.output<typeof formQuestionSet>;

/** The own questions of an online activity's form, for whoever has a link to compose its page. */
export const openQuestions = defineCall({
  name: "openQuestions",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  who: "anyone",
  args: z.object({ link: staffLink }),
  result: formQuestionSet,
  refusals: ["notFound"],
});

/**
 * Puts questions in the place of those that stand; people are asked them from the answer on. Faults are
 * 601 with a message per place, `questions.2.label` for one; 409 where others were saved since `revision`.
 */
export const saveQuestions = defineCall({
  name: "saveQuestions",
  method: "POST",
  base: "api",
  paths: [path],
  who: "anyone",
  args: z.object({
    link: staffLink,
    /** Who changes them, as they name themselves. */
    by: personName,
    /** As it was opened. */
    revision: z.string().check(z.maxLength(64)),
    questions: formQuestions,
  }),
  result: formQuestionSet,
  refusals: ["notFound", "conflict"],
});
