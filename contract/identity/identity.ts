import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { consent, mobile, smsCode } from "../core/fields.ts";

/** What an SMS code is for; a code of one scene is no good in another. */
export const smsScene = z.enum(["login", "bind", "signup", "reset", "erase", "confirm"]);
export type SmsScene = z.output<typeof smsScene>;

/**
 * Sends an SMS code after a solved slider of action "sms" bound to the mobile. Rules: 6 digits,
 * 5 min, 5 tries, 60 s between sends, 10 a day; the answer is the same for known and unknown
 * numbers (requirements F19, F22).
 */
export const sendSms = defineCall({
  name: "sendSms",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/common/smsWithSliderCaptcha"],
  who: "anyone",
  args: z.object({
    mobile,
    scene: smsScene,
    captchaVerifyId: z._default(z.string().check(z.maxLength(100)), ""),
  }),
  result: z.object({ expiresIn: z.int(), resendIn: z.int() }),
  /** forbidden: the provider logs in and binds on its own page alone. */
  refusals: ["captchaRequired", "tooMany", "unreachable", "forbidden"],
});

/** Mobile and SMS code become an access token of the provider (requirement F20); scene "login". */
export const quickLogin = defineCall({
  name: "quickLogin",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/uaa/quickLogin"],
  who: "anyone",
  args: z.object({ mobile, smsCode }),
  result: z.object({ access_token: z.string(), expires_in: z.int() }),
  refusals: ["smsCodeWrong", "smsCodeLocked", "unreachable", "forbidden"],
});

/** Binds a mobile to the account of the access token (requirements I03, I06); scene "bind". */
export const bindMobile = defineCall({
  name: "bindMobile",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/uaa/bindMobile"],
  who: "anyone",
  query: ["access_token"],
  args: z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)), mobile, smsCode }),
  result: z.object({ mobile: z.string() }),
  /** forbidden: the account has another mobile already. */
  refusals: ["tokenInvalid", "smsCodeWrong", "smsCodeLocked", "mobileTaken", "forbidden", "unreachable"],
});

/** A new password: 8–20 characters with letters and digits. */
export const newPassword = z
  .string("请设置密码")
  .check(
    z.regex(/^[\x21-\x7e]{8,20}$/, "密码为 8–20 位字母、数字或符号"),
    z.regex(/[A-Za-z]/, "密码需含字母"),
    z.regex(/[0-9]/, "密码需含数字"),
  );
const uid = z.string().check(z.regex(/^[A-Za-z0-9_-]{10,64}$/));
/** Where the browser goes next: back into the provider's authorize flow. */
const onward = z.object({ redirectTo: z.string() });

/** What the provider's pages show of the login under way; the uid is the interaction's, from the page's address. */
export const showInteraction = defineCall({
  name: "showInteraction",
  method: "GET",
  base: "pass",
  paths: ["interaction/:uid/details"],
  who: "anyone",
  args: z.object({ uid }),
  result: z.object({
    /** login: code or password; create: registration; bindMobile: the account has no mobile yet. */
    prompt: z.enum(["login", "create", "bindMobile"]),
    /** bindMobile for somebody whom the provider does not know yet: they become the person of that mobile. */
    joins: z.boolean(),
    /** The password tab is shown: outside production, when asked for (requirement F21). */
    showPasswordLogin: z.boolean(),
    /** Registering sets a password: where one can ever be used. */
    asksPassword: z.boolean(),
    clientName: z.string(),
  }),
  refusals: ["notFound", "forbidden"],
});
/** The provider's login page: SMS code (scene "login"). An unknown number becomes a new account. */
export const loginWithSms = defineCall({
  name: "loginWithSms",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/sms"],
  who: "anyone",
  args: z.object({ uid, mobile, smsCode, consent }),
  result: onward,
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked"],
});
/** The provider's login page: password. `account` is a mobile or a user name. */
export const loginWithPassword = defineCall({
  name: "loginWithPassword",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/password"],
  who: "anyone",
  args: z.object({
    uid,
    account: z.string("请填写账号").check(z.minLength(1, "请填写账号"), z.maxLength(64, "账号不正确")),
    password: z.string("请填写密码").check(z.minLength(1, "请填写密码"), z.maxLength(64, "账号或密码不正确")),
    consent,
  }),
  result: onward,
  refusals: ["notFound", "passwordWrong", "tooMany", "forbidden"],
});
/** The provider's registration page (requirement B13); scene "login". */
export const register = defineCall({
  name: "register",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/register"],
  who: "anyone",
  /** `password` where `asksPassword` says so. */
  args: z.object({ uid, mobile, smsCode, password: z.optional(newPassword), consent }),
  result: onward,
  /** mobileTaken: its data has a `ticket` for `switchAccount`. */
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked", "mobileTaken"],
});
/**
 * A new password for the account of a mobile, proved by an SMS code of scene "reset"; logs in with it,
 * and ends every other session of the account.
 */
export const resetPassword = defineCall({
  name: "resetPassword",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/reset"],
  who: "anyone",
  args: z.object({ uid, mobile, smsCode, password: newPassword }),
  result: onward,
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked", "accountUnknown"],
});
/** The provider's mobile binding page (requirement I01); scene "bind". */
export const bindMobileOnPage = defineCall({
  name: "bindMobileOnPage",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/bind"],
  who: "anyone",
  args: z.object({ uid, mobile, smsCode, consent }),
  result: onward,
  /** mobileTaken: its data has a `ticket` for `switchAccount`. */
  refusals: ["notFound", "smsCodeWrong", "smsCodeLocked", "mobileTaken", "forbidden"],
});
/**
 * The way out of "that number is another account's": logs in to that account. The ticket says that the
 * number was proved on this page just now (requirement I06).
 */
export const switchAccount = defineCall({
  name: "switchAccount",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/switch"],
  who: "anyone",
  args: z.object({ uid, ticket: z.string().check(z.minLength(1), z.maxLength(300)) }),
  result: onward,
  refusals: ["notFound", "forbidden", "smsCodeWrong"],
});
/** The person does not log in after all: back to the web app, which is told so (error access_denied). */
export const cancelLogin = defineCall({
  name: "cancelLogin",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/cancel"],
  who: "anyone",
  args: z.object({ uid }),
  result: onward,
  refusals: ["notFound", "forbidden"],
});
