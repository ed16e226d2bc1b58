import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../core/fields.ts";

/** Purposes of revealing a mobile, with their words on the screen. */
const purposesOfReveal = {
  contact: "联系客户",
  verify: "核对身份",
  complaint: "处理投诉",
  other: "其他",
} as const;
export type PurposeOfReveal = keyof typeof purposesOfReveal;
export const revealPurpose = z.enum(
  Object.keys(purposesOfReveal) as [PurposeOfReveal, ...PurposeOfReveal[]],
  "请选择查看原因",
);

/** Time for which a page shows a revealed mobile, s (requirement CO100). */
export const REVEAL_SECONDS = 60;
/** Mobiles that one operator may reveal in an hour and in a day. */
export const REVEALS_PER_HOUR = 100;
export const REVEALS_PER_DAY = 300;
/** Reveals of an hour above which a recent proof of the second factor is needed (requirement CO26). */
export const REVEALS_WITHOUT_STEP_UP = 20;
/** A whole mobile, the only one that an answer of the console contains (requirement CO99). */
export const revealedMobile = z.object({ mobile: z.string(), seconds: z.int() });

/** A note of an operator about a person; the person finds it in their export. */
export const operatorNote = z.object({ noteId: id, text: z.string(), by: z.string(), time: timestamp });
export type OperatorNote = z.output<typeof operatorNote>;
const MAX_OPERATOR_NOTE_LENGTH = 500;
export const noteText = z
  .string("请填写备注")
  .check(visible("请填写备注"), upTo(MAX_OPERATOR_NOTE_LENGTH, `备注最多 ${MAX_OPERATOR_NOTE_LENGTH} 个字`));
/** Reason that a guest reads in 我的报名. */
const MAX_GIVE_UP_REASON_LENGTH = 100;
export const giveUpReason = z
  .string("请填写取消原因")
  .check(
    visible("请填写取消原因"),
    upTo(MAX_GIVE_UP_REASON_LENGTH, `取消原因最多 ${MAX_GIVE_UP_REASON_LENGTH} 个字`),
  );
/** A part of a name, or the last four digits of a mobile. */
export const personKeyword = z
  .string("请填写姓名或手机号后四位")
  .check(visible("请填写姓名或手机号后四位"), upTo(40));
/** Rows that one call of a search by name reads (requirement CO34). */
export const SEARCHED_ROWS = 10_000;
