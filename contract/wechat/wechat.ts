import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { headers } from "../core/headers.ts";
import { sessionPaths } from "../session/session-paths.ts";
import { sessionSchema } from "../session/session.ts";

/**
 * Exchanges a code of WeChat's authorize page for a session (specification section 4, requirements E04, E17,
 * U03, U04). `accessToken` is our own session token. Without a mobile in `userInfo` the person is known only
 * to WeChat. A spent or unknown code: code "01". The code can be sent in a header instead of the query.
 */
export const wechatSessions = defineCall({
  name: "wechatSessions",
  method: "GET",
  base: "api",
  paths: [sessionPaths.wechatSessions, "cop-auth/api/v1/cop/third/wechat-sessions"],
  audience: "anyone",
  security: "login",
  headerArguments: { code: headers.authorizationCode },
  args: z.object({ code: z.string("缺少授权码").check(z.minLength(1), z.maxLength(512)) }),
  result: sessionSchema,
  /** forbidden: the account is locked. */
  refusals: ["codeSpent", "unreachable", "forbidden"],
});

const signatureUrl = z
  .string("缺少页面地址")
  .check(
    z.maxLength(4096, "页面地址过长"),
    z.regex(/^https?:\/\/[^\s\\\p{Cc}]+$/u, "页面地址不正确"),
    z.regex(/^[^#]+$/, "页面地址不能带 # 部分"),
  );
/**
 * Arguments of `wx.config`; `noncestr` is spelled as in WeChat's signed text (platform facts section 1.3).
 */
const wechatSignature = z.object({
  appId: z.string(),
  /** Seconds since the epoch. */
  timestamp: z.int(),
  noncestr: z.string(),
  /** Hex SHA-1. */
  signature: z.string(),
});
export type WechatSignature = z.output<typeof wechatSignature>;

/** JS-SDK signature for a page of ours, by its address without fragment (requirements U12, E19). */
export const wechatSignatures = defineCall({
  name: "wechatSignatures",
  method: "GET",
  base: "api",
  paths: ["cop-auth/api/v1/cop/third/wechat-signatures"],
  audience: "anyone",
  args: z.object({ signatureUrl }),
  result: wechatSignature,
  /** forbidden: a foreign address. */
  refusals: ["forbidden", "unreachable"],
});

/**
 * The same for an address that must not be part of another one: iOS requires the signature of the address
 * with which the web view was entered, and that may contain a login's code.
 */
export const wechatSignaturesPrivately = defineCall({
  name: "wechatSignaturesPrivately",
  method: "POST",
  base: "api",
  paths: ["cop-auth/api/v1/cop/third/wechat-signatures"],
  audience: "anyone",
  args: z.object({ signatureUrl }),
  result: wechatSignature,
  refusals: ["forbidden", "unreachable"],
});
