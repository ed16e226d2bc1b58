import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { sessionPaths } from "../session/session-paths.ts";
import { sessionSchema } from "../session/session.ts";

/**
 * A code of WeChat's authorize page becomes a session (specification section 4, requirements E04,
 * E17, U03, U04). `accessToken` is our own session token. Without a mobile in `userInfo` the person
 * is known by WeChat alone. A spent or unknown code: code "01".
 */
export const wechatSessions = defineCall({
  name: "wechatSessions",
  method: "GET",
  base: "api",
  paths: [sessionPaths.wechatSessions, "cop-auth/api/v1/cop/third/wechat-sessions"],
  who: "anyone",
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
/** What `wx.config` needs; `noncestr` is spelled as WeChat's signed text has it (platform facts section 1.3). */
const wechatSignature = z.object({
  appId: z.string(),
  /** Seconds since the epoch. */
  timestamp: z.int(),
  noncestr: z.string(),
  /** Hex SHA-1. */
  signature: z.string(),
});
export type WechatSignature = z.output<typeof wechatSignature>;

/** The JS-SDK's signature of a page of ours, its address without fragment (requirements U12, E19). */
export const wechatSignatures = defineCall({
  name: "wechatSignatures",
  method: "GET",
  base: "api",
  paths: ["cop-auth/api/v1/cop/third/wechat-signatures"],
  who: "anyone",
  args: z.object({ signatureUrl }),
  result: wechatSignature,
  /** forbidden: an address that is none of ours. */
  refusals: ["forbidden", "unreachable"],
});

/**
 * The same for an address that must not stand in another one: iOS wants the signature of the address
 * that the web view was entered with, and that may carry a login's code.
 */
export const wechatSignaturesPrivately = defineCall({
  name: "wechatSignaturesPrivately",
  method: "POST",
  base: "api",
  paths: ["cop-auth/api/v1/cop/third/wechat-signatures"],
  who: "anyone",
  args: z.object({ signatureUrl }),
  result: wechatSignature,
  refusals: ["forbidden", "unreachable"],
});
