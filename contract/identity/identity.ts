import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { consent, maxPasted, mobile, smsCode } from "../core/fields.ts";
import { cleanLine, mobileAsTyped } from "../core/text.ts";
import { headers } from "../core/headers.ts";

/** Purpose of an SMS code; a code of one scene is invalid in another. */
const smsScene = z.enum(["login", "bind", "signup", "reset", "erase", "confirm"]);
export type SmsScene = z.output<typeof smsScene>;

/**
 * Sends an SMS code after a solved slider captcha of action "sms" bound to the mobile. Rules: 6 digits, valid
 * 5 min, 5 tries, 60 s between sends, 10 per day; the response is the same for known and unknown numbers
 * (requirements F19, F22).
 */
export const sendSms = defineCall({
  name: "sendSms",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/common/smsWithSliderCaptcha"],
  audience: "anyone",
  security: "code",
  args: z.object({
    mobile,
    scene: smsScene,
    captchaVerifyId: z._default(z.string().check(z.maxLength(100)), ""),
  }),
  result: z.object({ expiresIn: z.int(), resendIn: z.int() }),
  /** forbidden: the provider logs in and binds only on its own page. */
  refusals: ["captchaRequired", "tooMany", "unreachable", "forbidden"],
});

/** Exchanges mobile and SMS code for an access token of the provider (requirement F20); scene "login". */
export const quickLogin = defineCall({
  name: "quickLogin",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/uaa/quickLogin"],
  audience: "anyone",
  security: "login",
  args: z.object({ mobile, smsCode }),
  result: z.object({ access_token: z.string(), expires_in: z.int() }),
  refusals: ["smsCodeWrong", "smsCodeLocked", "unreachable", "forbidden"],
});

/**
 * Binds a mobile to the account of the access token (requirements I03, I06); scene "bind". The token can be sent in
 * X-Access-Token instead of the query.
 */
export const bindMobile = defineCall({
  name: "bindMobile",
  method: "POST",
  base: "pass",
  paths: ["api/v1/thirdparty/idp/uaa/bindMobile"],
  audience: "anyone",
  security: "credential",
  query: ["access_token"],
  headerArguments: { access_token: headers.accessToken },
  args: z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)), mobile, smsCode }),
  result: z.object({ mobile: z.string() }),
  /** forbidden: the account already has another mobile. */
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
/** Next address of the browser, back in the provider's authorize flow. */
const redirectResult = z.object({ redirectTo: z.string() });

/**
 * Details of the login in progress for the provider's pages; the uid of the interaction is in the page's
 * address.
 */
export const showInteraction = defineCall({
  name: "showInteraction",
  method: "GET",
  base: "pass",
  paths: ["interaction/:uid/details"],
  audience: "anyone",
  args: z.object({ uid }),
  result: z.object({
    /** login: code or password; create: registration; bindMobile: the account has no mobile yet. */
    prompt: z.enum(["login", "create", "bindMobile"]),
    /** bindMobile for a person unknown to the provider: they are linked to the account of that mobile. */
    joins: z.boolean(),
    /** Whether the password tab is shown: outside production, on request (requirement F21). */
    showPasswordLogin: z.boolean(),
    /** Whether registration sets a password: only if it can ever be used. */
    asksPassword: z.boolean(),
    clientName: z.string(),
  }),
  refusals: ["notFound", "forbidden"],
});
/** The provider's login page: SMS code (scene "login"). An unknown number creates an account. */
export const loginWithSms = defineCall({
  name: "loginWithSms",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/sms"],
  audience: "anyone",
  security: "login",
  args: z.object({ uid, mobile, smsCode, consent }),
  result: redirectResult,
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked"],
});
/** The provider's login page: password. `account` is a mobile or a user name. */
export const loginWithPassword = defineCall({
  name: "loginWithPassword",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/password"],
  audience: "anyone",
  security: "login",
  args: z.object({
    uid,
    account: z.pipe(
      z.pipe(
        z.string("请填写账号").check(z.maxLength(maxPasted, "账号不正确")),
        z.transform((text) => mobileAsTyped(cleanLine(text, maxPasted))),
      ),
      z.string().check(z.minLength(1, "请填写账号"), z.maxLength(64, "账号不正确")),
    ),
    password: z.string("请填写密码").check(z.minLength(1, "请填写密码"), z.maxLength(64, "账号或密码不正确")),
    consent,
  }),
  result: redirectResult,
  refusals: ["notFound", "passwordWrong", "tooMany", "forbidden"],
});
/** The provider's registration page (requirement B13); scene "login". */
export const register = defineCall({
  name: "register",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/register"],
  audience: "anyone",
  security: "login",
  /** `password` is required if `asksPassword` is true. */
  args: z.object({ uid, mobile, smsCode, password: z.optional(newPassword), consent }),
  result: redirectResult,
  /** mobileTaken: the data contain a `ticket` for `switchAccount`. */
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked", "mobileTaken"],
});
/**
 * Sets a new password for the account of a mobile that an SMS code of scene "reset" has verified; logs in
 * with it and ends all other sessions of the account.
 */
export const resetPassword = defineCall({
  name: "resetPassword",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/reset"],
  audience: "anyone",
  security: "credential",
  args: z.object({ uid, mobile, smsCode, password: newPassword }),
  result: redirectResult,
  refusals: ["notFound", "forbidden", "smsCodeWrong", "smsCodeLocked", "accountUnknown"],
});
/** The provider's mobile binding page (requirement I01); scene "bind". */
export const bindMobileOnPage = defineCall({
  name: "bindMobileOnPage",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/bind"],
  audience: "anyone",
  security: "credential",
  args: z.object({ uid, mobile, smsCode, consent }),
  result: redirectResult,
  /** mobileTaken: the data contain a `ticket` for `switchAccount`. */
  refusals: ["notFound", "smsCodeWrong", "smsCodeLocked", "mobileTaken", "forbidden"],
});
/**
 * Logs in to the account that already owns the mobile, after mobileTaken. The ticket confirms that the number
 * was just verified on this page (requirement I06).
 */
export const switchAccount = defineCall({
  name: "switchAccount",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/switch"],
  audience: "anyone",
  security: "login",
  args: z.object({ uid, ticket: z.string().check(z.minLength(1), z.maxLength(300)) }),
  result: redirectResult,
  refusals: ["notFound", "forbidden", "smsCodeWrong"],
});
/** Cancels the login: returns to the web app with error access_denied. */
export const cancelLogin = defineCall({
  name: "cancelLogin",
  method: "POST",
  base: "pass",
  paths: ["interaction/:uid/cancel"],
  audience: "anyone",
  args: z.object({ uid }),
  result: redirectResult,
  refusals: ["notFound", "forbidden"],
});
