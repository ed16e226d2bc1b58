import { createHash } from "node:crypto";

/** A person as WeChat tells of them, to one official account. */
export type WechatPerson = {
  readonly openId: string;
  /** The same for all accounts of one maker; null where WeChat does not tell. */
  readonly unionId: string | null;
  /** null: only the openid was asked for (snsapi_base). */
  readonly nickname: string | null;
  readonly avatar: string | null;
  /** WeChat's quick-view mode: a made-up person, not the one who holds the phone. */
  readonly isVirtual: boolean;
};

/** What the JS-SDK's signature is made of; values as they are, not URL-escaped (platform facts section 1.3). */
export type JsapiSignatureInput = {
  readonly ticket: string;
  readonly noncestr: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Of the page, without fragment. */
  readonly url: string;
};
/** The JS-SDK's signature, hex SHA-1. */
export const jsapiSignature = ({ ticket, noncestr, timestamp, url }: JsapiSignatureInput): string =>
  createHash("sha1")
    .update(`jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`)
    .digest("hex");

/** What an error code of WeChat's means to us. */
export type WechatErrorKind = "codeSpent" | "credentialInvalid" | "busy" | "failed";
const ERROR_KINDS: Readonly<Record<number, WechatErrorKind>> = {
  [-1]: "busy",
  40001: "credentialInvalid",
  40014: "credentialInvalid",
  42001: "credentialInvalid",
  40029: "codeSpent",
  40163: "codeSpent",
  41008: "codeSpent",
  42003: "codeSpent",
};
export const wechatErrorKind = (errcode: number): WechatErrorKind => ERROR_KINDS[errcode] ?? "failed";

/** What WeChat hands out is renewed when less than this is left of its life, ms. */
const EARLY = 300_000;
/** Whether it can be used, and whether it is time for a new one. */
export function credentialState(expires: number | null, now: number): "fresh" | "ageing" | "over" {
  if (expires === null || expires <= now) return "over";
  return expires - now <= EARLY ? "ageing" : "fresh";
}

/** A picture's address as our pages may show it; WeChat still answers http ones. */
export const secureAvatarUrl = (address: unknown): string | null => {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === "http:") url.protocol = "https:";
  return url.protocol === "https:" ? url.href : null;
};

const nameOf = (part: string): string => {
  const name = part.split("=", 1)[0] ?? "";
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
};
/**
 * Where WeChat's redirect page sends the browser: the page that asked, its own parameters letter for
 * letter, with the code and the state of this login alone (requirement E02).
 * @param page judged to be one of ours
 */
export function officialRedirectTarget(
  page: string,
  { code, state }: { code: string | null; state: string | null },
): string {
  const { origin, pathname, search } = new URL(page);
  const own = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !["code", "state"].includes(nameOf(part)));
  const added = Object.entries({ code, state }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const query = [...own, ...added].join("&");
  return origin + pathname + (query && `?${query}`);
}
