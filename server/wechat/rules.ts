import { createHash } from "node:crypto";

/** A person as WeChat describes them to one official account. */
export type WechatPerson = {
  readonly openId: string;
  /** The same for all official accounts of one maker; null: not in the response. */
  readonly unionId: string | null;
  /** null: only the openid was requested (snsapi_base). */
  readonly nickname: string | null;
  readonly avatar: string | null;
  /** WeChat's quick-view mode: a fictitious person, not the owner of the phone. */
  readonly isVirtual: boolean;
};

/** Input of the JS-SDK's signature; the values are not URL-encoded (platform facts section 1.3). */
export type JsapiSignatureInput = {
  readonly ticket: string;
  readonly noncestr: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Address of the page without fragment. */
  readonly url: string;
};
/** The JS-SDK's signature, hex SHA-1. */
export const jsapiSignature = ({ ticket, noncestr, timestamp, url }: JsapiSignatureInput): string =>
  createHash("sha1")
    .update(`jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`)
    .digest("hex");

/** Meaning of WeChat's error codes. */
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

/** Remaining lifetime below which a credential is renewed, ms. */
const RENEW_BEFORE = 300_000;
/** State of a credential; an expiring one can still be used while it is renewed. */
export function credentialState(expires: number | null, now: number): "fresh" | "expiring" | "expired" {
  if (expires === null || expires <= now) return "expired";
  return expires - now <= RENEW_BEFORE ? "expiring" : "fresh";
}

const MAX_AVATAR_URL = 2_048;
/** A picture's address as https, because WeChat still returns http addresses; null: not an address. */
export const secureAvatarUrl = (address: unknown): string | null => {
  if (typeof address !== "string" || address.length > MAX_AVATAR_URL || !URL.canParse(address)) return null;
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
 * Target of WeChat's redirect page: the requesting page with its own parameters unchanged, and only the code and state
 * of this login (requirement E02).
 * @param page already validated as a page of the web app
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
