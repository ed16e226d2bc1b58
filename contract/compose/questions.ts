import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { formField } from "../activity/activity.ts";
import { timestamp, personName, staffLink, upTo, visible } from "../core/fields.ts";

const path = "cop-marketing-activity/api/v1/compose/questions";
const text = (max: number, missing: string) => z.string(missing).check(visible(missing), upTo(max));
const distinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** A stored picture, or a full https address. */
const pictureAddress = z
  .string("应为图片地址")
  .check(z.maxLength(500), z.regex(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s"'<>\\]*$/, "应为图片地址"));

/** A question of a form as an operator writes it, with its validation messages. */
const question = z
  .object({
    /** Key of the stored answers; it stays the same while the question is reworded. */
    key: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/, "题目编号不正确")),
    label: text(40, "请填写题目"),
    kind: z.enum(["text", "select", "number", "picture"], "请选择题型"),
    required: z.boolean("应为是或否"),
    /** Options of a select question; empty otherwise. */
    options: z
      .array(text(40, "选项不能为空"), "应为列表")
      .check(z.maxLength(20, "最多 20 个选项"), z.refine(distinct, "选项不能重复")),
    placeholder: z.string("应为文字").check(upTo(40)),
    /** Pictures of the options of a select question, one for each. */
    optionPictures: z.optional(z.array(pictureAddress, "应为列表")),
    /** Pictures that a picture question takes. */
    maxPictures: z.optional(z.int("应为整数").check(z.gte(1, "至少 1 张"), z.lte(9, "最多 9 张"))),
  })
  .check(
    z.refine(({ kind, options }) => kind !== "select" || options.length > 1, {
      error: "至少两个选项",
      path: ["options"],
    }),
    z.refine(
      ({ options, optionPictures }) =>
        optionPictures === undefined || optionPictures.length === options.length,
      { error: "每个选项各一张图片", path: ["optionPictures"] },
    ),
  );
/** All own questions of a form. */
export const formQuestions = z.array(question, "应为列表").check(
  z.maxLength(12, "最多 12 个题目"),
  z.refine((all) => distinct(all.map(({ key }) => key)), "题目编号不能重复"),
);

/** The stored questions of an activity's form, in order. */
export const formQuestionSet = z.object({
  /** Revision of the stored questions; `saveQuestions` sends the revision that it is based on. */
  revision: z.string(),
  questions: z.array(formField),
  /** Name entered by the last person who saved them; null: never saved since names are recorded. */
  savedBy: z.nullable(z.string()),
  savedTime: z.nullable(timestamp),
});
export type FormQuestionSet = z.output<typeof formQuestionSet>;

/** Own questions of an online activity's form, for holders of a compose link. */
export const openQuestions = defineCall({
  name: "openQuestions",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  audience: "anyone",
  args: z.object({ link: staffLink }),
  result: formQuestionSet,
  refusals: ["notFound"],
});

/**
 * Replaces the questions; the form uses them at once. Validation errors are 601 with a message per place, for
 * example `questions.2.label`; 409 if others were saved since `revision`.
 */
export const saveQuestions = defineCall({
  name: "saveQuestions",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    /** Name entered by the person who saves them. */
    by: personName,
    /** Revision as opened. */
    revision: z.string().check(z.maxLength(64)),
    questions: formQuestions,
  }),
  result: formQuestionSet,
  refusals: ["notFound", "conflict"],
});
