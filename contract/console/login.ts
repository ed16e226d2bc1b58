import * as z from "zod/mini";
import { brand } from "../core/brand.ts";
import { timestamp, upTo, visible } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";

/**
 * Logging in to the console. A built-in account proves two factors: a passkey (which is two: the device, and its
 * fingerprint or code), or a password and a code of an authenticator app. What is under way is kept on the server and
 * named by a cookie, for ten minutes. Answers are alike for known and unknown accounts (requirement CO22).
 */

/** Login name of a built-in account: an address of the company's mail, or a staff number. */
export const operatorLogin = z.pipe(
  z.pipe(
    z.string("请填写账号").check(visible("请填写账号"), upTo(80)),
    z.transform((text) => text.trim().toLowerCase()),
  ),
  z.string().check(z.regex(/^[a-z0-9][a-z0-9._@+-]{1,79}$/, "账号只能包含字母、数字和 . _ @ + -")),
);
/** A password to be set; the server also refuses common ones. */
export const newOperatorPassword = z
  .string("请设置密码")
  .check(z.minLength(10, "密码至少 10 位"), z.maxLength(64, "密码最多 64 位"));
/** Code of an authenticator app. */
export const totpCode = z.pipe(
  z.pipe(
    z.string("请填写 6 位验证码").check(z.maxLength(20, "请填写 6 位验证码")),
    z.transform((text) => text.replaceAll(/\s/g, "")),
  ),
  z.string().check(z.regex(/^[0-9]{6}$/, "请填写 6 位验证码")),
);
/** A recovery code as it is typed, with or without its groups. */
const recoveryCode = z.pipe(
  z.pipe(
    z.string("请填写恢复码").check(z.maxLength(40, "恢复码不正确")),
    z.transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase()),
  ),
  z.string().check(z.regex(/^[0-9A-Z]{12}$/, "恢复码不正确")),
);
/** Options for the browser's credential API, as @simplewebauthn/browser takes them. */
export const passkeyOptions = z.record(z.string(), z.unknown());
/** The browser's response, as @simplewebauthn/browser returns it. */
export const passkeyResponse = z.looseObject({
  id: z.string().check(z.maxLength(1024)),
  rawId: z.string().check(z.maxLength(1024)),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
});

/** Ways of logging in that the login page offers. */
export const showLoginOptions = defineOperatorCall({
  name: "showLoginOptions",
  path: "session/options",
  kind: "read",
  right: "anyone",
  args: z.object({}),
  result: z.object({
    brand: z.pick(brand, { name: true, latin: true, logo: true, theme: true, copyright: true }),
    /** Whether operators log in at the staff directory; built-in accounts stay possible for those who have one. */
    hasDirectory: z.boolean(),
    /** Whether /lab/console logs in without a credential. */
    hasSimulator: z.boolean(),
  }),
  refusals: [],
});

/** First factor: the password. The second one follows, so that this is no login yet and no line of the audit log. */
export const checkOperatorPassword = defineOperatorCall({
  name: "checkOperatorPassword",
  path: "session/password",
  kind: "read",
  right: "anyone",
  args: z.object({
    login: operatorLogin,
    password: z.string("请填写密码").check(z.minLength(1, "请填写密码"), z.maxLength(64, "密码不正确")),
  }),
  result: z.object({ next: z.literal("totp") }),
  refusals: ["loginFailed", "loginLocked"],
});

const loggedIn = z.object({ operatorId: z.string() });
/** Second factor after the password: a code of the authenticator app. Opens the session. */
export const loginWithTotp = defineOperatorCall({
  name: "loginWithTotp",
  path: "session/totp",
  kind: "write",
  right: "anyone",
  args: z.object({ code: totpCode }),
  result: loggedIn,
  refusals: ["loginFailed", "loginLocked", "sessionExpired", "noGrant"],
});

/** Second factor after the password: one of the ten recovery codes, which is used up. Opens the session. */
export const loginWithRecoveryCode = defineOperatorCall({
  name: "loginWithRecoveryCode",
  path: "session/recovery",
  kind: "write",
  right: "anyone",
  args: z.object({ code: recoveryCode }),
  result: loggedIn,
  refusals: ["loginFailed", "loginLocked", "sessionExpired", "noGrant"],
});

/** Begins a login with a passkey; the browser finds the account by the passkey that the person chooses. */
export const startPasskeyLogin = defineOperatorCall({
  name: "startPasskeyLogin",
  path: "session/passkey-options",
  kind: "read",
  right: "anyone",
  args: z.object({}),
  result: z.object({ options: passkeyOptions }),
  refusals: [],
});
/** Finishes a login with a passkey. Opens the session. */
export const loginWithPasskey = defineOperatorCall({
  name: "loginWithPasskey",
  path: "session/passkey",
  kind: "write",
  right: "anyone",
  args: z.object({ response: passkeyResponse }),
  result: loggedIn,
  refusals: ["loginFailed", "loginLocked", "sessionExpired", "noGrant"],
});

/** Page of the console that an operator came from or wants to go to; never another site's. */
const consolePath = z.string().check(z.maxLength(2000), z.regex(/^\/console\/(?!\/)[^\\\s]*$/, "地址不正确"));

/**
 * Begins a login at the staff directory, or a step-up there (`isStepUp`, which asks for the credentials again). The page
 * goes to `url`; the directory comes back to /console/directory with `code` and `state`.
 */
export const startDirectoryLogin = defineOperatorCall({
  name: "startDirectoryLogin",
  path: "session/start-oidc",
  waitsOutside: true,
  kind: "read",
  right: "anyone",
  args: z.object({ returnTo: z.optional(consolePath), isStepUp: z.optional(z.boolean()) }),
  result: z.object({ url: z.string() }),
  refusals: ["unauthenticated"],
});
/** Finishes a login or step-up at the staff directory. Groups of the directory give and take grants. */
export const loginWithDirectory = defineOperatorCall({
  name: "loginWithDirectory",
  path: "session/oidc",
  waitsOutside: true,
  kind: "write",
  right: "anyone",
  args: z.object({
    /** Query of the page to which the directory came back, with the leading question mark. */
    query: z.string().check(z.maxLength(4000), z.regex(/^\?/, "地址不正确")),
  }),
  result: z.object({ operatorId: z.string(), returnTo: z.nullable(z.string()) }),
  refusals: ["loginFailed", "loginLocked", "sessionExpired", "noGrant"],
});

/** Begins a step-up with a passkey of the caller; `options` null: they have none, and type a code. */
export const startStepUp = defineOperatorCall({
  name: "startStepUp",
  path: "session/step-up-options",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: z.object({
    options: z.nullable(passkeyOptions),
    hasTotp: z.boolean(),
    isDirectoryAccount: z.boolean(),
  }),
  refusals: [],
});
/** Proves the second factor again; acts that need it are allowed for five minutes (requirement CO26). */
export const stepUp = defineOperatorCall({
  name: "stepUp",
  path: "session/step-up",
  kind: "write",
  right: "self",
  args: z.union([z.object({ code: totpCode }), z.object({ response: passkeyResponse })]),
  result: z.object({ stepUpUntil: timestamp }),
  refusals: ["loginFailed", "loginLocked", "sessionExpired"],
});
