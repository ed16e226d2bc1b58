import type { FormField } from "../activity/activity.ts";
import { cancellation } from "../activity/cancellation.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { answerAsTyped } from "./matching-answers.ts";
import { channel, consent, id, mobile, timestamp, personName, smsCode, upTo } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";
import { limits } from "../core/limits.ts";
import { waitlistEntry } from "./waitlist.ts";
import { scheduleChange } from "./schedule.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/** Dates and sessions of an activity at one dealer, Shanghai dates (requirement U27). */
export const listDates = defineCall({
  name: "listDates",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/date`],
  audience: "anyone",
  args: z.object({ activityId: id, dealerId: z.optional(id) }),
  result: z.array(
    z.object({
      /** YYYY-MM-DD. */
      date: z.string(),
      sessions: z.array(
        z.object({
          sessionId: id,
          startTime: timestamp,
          endTime: timestamp,
          quota: z.int(),
          remaining: z.int(),
        }),
      ),
    }),
  ),
  refusals: ["notFound"],
});
export type ActivityDate = z.output<typeof listDates.result>[number];

/** Whether the caller is signed up, with the data of the ticket (requirement L06). */
export const showSignUp = defineCall({
  name: "showSignUp",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/isSign`],
  audience: "user",
  args: z.object({ activityId: id }),
  result: z.object({
    signed: z.boolean(),
    signUpId: z.nullable(z.string()),
    ticketCode: z.nullable(z.string()),
    status: z.nullable(z.enum(["confirmed", "waitlisted"])),
    /** Only if signed up; the mobile is masked (requirement L07). */
    ticket: z.nullable(
      z.object({
        name: z.string(),
        mobile: z.string(),
        seriesName: z.nullable(z.string()),
        dealerName: z.nullable(z.string()),
        address: z.string(),
        activityType: z.enum(["localoffline", "online"]),
        /** Position of the named dealer, otherwise of the activity. */
        longitude: z.number(),
        latitude: z.number(),
        startTime: timestamp,
        endTime: timestamp,
        title: z.string(),
        coverUrl: z.string(),
        createdTime: timestamp,
        sessionId: z.nullable(id),
        dealerId: z.nullable(id),
        /**
         * Key for the codes of its QR, valid for a minute each (contract/signup/ticket-code.ts); works
         * offline.
         */
        key: z.string(),
        /** Time when the person was checked in. */
        checkedInTime: z.nullable(timestamp),
        /** It has not begun, and the activity is not cancelled: the caller may cancel it. */
        canCancel: z.boolean(),
        /** The same, and its dealer has other sessions that have not begun. */
        canChange: z.boolean(),
        /**
         * Only if the activity was cancelled before its end and the person had not checked in: the ticket is
         * invalid.
         */
        calledOff: z.optional(cancellation),
        /** Only for what is ahead: a change of its times that the caller has not acknowledged. */
        moved: z.optional(scheduleChange),
        /** Version and time of the last change for calendars: both grow with each change (requirement L27). */
        calendarSequence: z.optional(z.int()),
        calendarTime: z.optional(timestamp),
      }),
    ),
    /** Only on the waitlist: `signed` is false then, and `status` "waitlisted" while the entry is current. */
    waiting: z.optional(waitlistEntry),
  }),
  refusals: ["notFound"],
});
export type SignUpState = z.output<typeof showSignUp.result>;

/** Data of the form; the same schema validates it in the browser and on the server (requirement L12). */
export const signUpForm = z.object({
  name: personName,
  mobile,
  /** Only if the mobile differs from the bound one. */
  smsCode: z.optional(smsCode),
  seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "请选择车系"))),
  dealerId: z.optional(id),
  sessionId: z.optional(id),
  answers: z._default(
    z.record(
      z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/)),
      z.string().check(upTo(limits.maxAnswerLength)),
    ),
    {},
  ),
  consent,
  /** Joins the waitlist if no seat is left (requirement L18). */
  waitlist: z.optional(z.boolean()),
  channel: z._default(channel, {}),
});
export type SignUpFormData = z.output<typeof signUpForm>;

/**
 * Finds the error of an answer to an activity's own question, null if valid; the same in the browser and on
 * the server (requirement L12).
 */
export function findAnswerError(question: FormField, text: string): string | null {
  const { label, kind, required, options, maxPictures = 1 } = question;
  const answer = answerAsTyped(kind, text);
  const missing = `${kind === "select" ? "请选择" : kind === "picture" ? "请上传" : "请填写"}${label}`;
  if (answer === "") return required ? missing : null;
  if (kind === "picture" && !/^\d{1,19}(,\d{1,19})*$/.test(answer)) return missing;
  if (kind === "picture" && answer.split(",").length > maxPictures) return `${label}最多 ${maxPictures} 张`;
  if (kind === "select" && !options.includes(answer)) return missing;
  return kind === "number" && !/^[0-9]{1,9}$/.test(answer) ? `${label}应为数字` : null;
}

/** Remark if all seats of an activity are taken: the person may join the waitlist. */
export const seatsFullRemark = "名额已满";

/**
 * Signs the caller up. Full: 633 with remark, or with `waitlist` a place in the queue, whose ticket code
 * becomes valid once a seat is accepted; repeated: the first response again (requirements L01–L05, L09–L11,
 * L15–L16). The mobile is also sent, signed, in MA-Activity-Mobile.
 */
export const signUp = defineCall({
  name: "signUp",
  method: "POST",
  base: "api",
  paths: [`${pagePath}/signup/:id`],
  audience: "user",
  captcha: "signup",
  signature: "activity",
  args: z.extend(signUpForm, { id }),
  result: z.object({
    signUpId: id,
    ticketCode: z.string(),
    status: z.enum(["confirmed", "waitlisted"]),
  }),
  refusals: ["notFound", ...flowRefusals, "conflict", "smsCodeWrong", "smsCodeLocked", "busy"],
});
export type SignUpResult = z.output<typeof signUp.result>;
