import fc, { type Arbitrary } from "fast-check";
import type { Call } from "#contract/core/call.ts";
import { TEST_URL_PREFIXES } from "../request.ts";
import type { NonContractRoute } from "./non-contract-routes.ts";
import {
  argumentsOf,
  FOREIGN_HOST,
  hostileText,
  hostileValue,
  MARKUP_PROBE,
  type KnownValues,
} from "./values.ts";

/** Kinds of senders: the target has a token for each, or none. */
const fuzzSenders = ["visitor", "withoutMobile", "member", "owner", "loggedOut", "made up"] as const;
export type FuzzSender = (typeof fuzzSenders)[number];

/**
 * One request, before the target adds token, signature and captcha pass, which exist only when it is sent.
 */
export type FuzzRequest = {
  readonly name: string;
  readonly call: Call | null;
  readonly method: string;
  /** Path and query as in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sender: FuzzSender;
  /** Whether signature and captcha pass are valid. */
  readonly isValid: boolean;
};

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
const encoded = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed());
/** Percent-encodes characters that a request line must not contain. */
const printable = (text: string): string => text.replace(/[^\x21-\x7e]/gu, (sign) => encoded(sign));

/** A name and its value in a query: repeated, as a list, as an object, or wrongly encoded. */
function pairOf(name: string, value: unknown, kind: number): string {
  const [key, text] = [encoded(name), encoded(value)];
  if (kind === 0) return `${key}=${text}&${key}=${text}`;
  if (kind === 1) return `${key}[]=${text}`;
  if (kind === 2) return `${key}[a][b]=${text}`;
  if (kind === 3) return `${key}=${printable(textOf(value))}`;
  if (kind === 4) return `${key}=%ff%c0%ae`;
  if (kind === 5) return key;
  if (kind === 6) return `${key}=${encoded(text)}`;
  return `${key}=${text}`;
}

const headerText = (text: string): string =>
  Buffer.from(text.slice(0, 400))
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\xa0-\xff]/g, "?");
const hostileHeader = hostileText.map(headerText);
const headerNames = [
  "x-access-token",
  "x-captcha-verify-id",
  "idempotency-key",
  "cookie",
  "origin",
  "referer",
  "user-agent",
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "if-none-match",
  "if-modified-since",
  "range",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-http-method-override",
  "x-request-id",
  "ma-activity-timestamp",
  "ma-activity-nonce",
  "ma-activity-signature",
  "x-cop-nonce",
  "access-control-request-method",
];
const commonHeaders: readonly (readonly [string, string])[] = [
  ["user-agent", "Mozilla/5.0 MicroMessenger/8.0.50"],
  ["user-agent", "swan/2.26.0 swan-baiduboxapp/12.6.5.10"],
  ["accept-encoding", "br, gzip"],
  ["accept-encoding", "identity;q=0, *;q=0"],
  ["accept", "image/avif,image/webp"],
  ["accept", "*/*;q=0"],
  ["origin", `https://${FOREIGN_HOST}`],
  ["origin", "null"],
  ["range", "bytes=0-99999999999"],
  ["range", "bytes=9-1,-5"],
  ["cookie", "marque_device=a.b.c; __Host-marque_device=a.b.c; marque_city=310100; __proto__=1"],
  ["cookie", "city=%ff; city=; =; ;;"],
  ["authorization", "Bearer x"],
  ["authorization", "Basic OjpAQA=="],
  ["if-none-match", `W/"", *, "${"a".repeat(200)}"`],
  ["x-forwarded-host", FOREIGN_HOST],
  ["x-forwarded-for", "::1, 999.1.1.1"],
];
const hostileHeaders: Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...commonHeaders) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...headerNames), hostileHeader) },
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

type Body = { readonly type: string; readonly bytes: string | Buffer };
/** Deeper than the call stack, at a few bytes per level. */
const DEPTH = 20_000;
const nested = (sign: string, end: string): string => `${sign.repeat(DEPTH)}1${end.repeat(DEPTH)}`;
/** A JSON body, usually valid. */
function bodyOf(args: Readonly<Record<string, unknown>>, kind: number, value: unknown): Body {
  const json = JSON.stringify(args);
  const type = "application/json";
  switch (kind) {
    case 0:
      return { type, bytes: json.slice(0, -1) };
    case 1:
      return { type, bytes: textOf(value).toWellFormed() };
    case 2:
      return { type: "application/json; charset=utf-16", bytes: Buffer.from(json, "utf16le") };
    case 3:
      return { type, bytes: `\u{feff}${json}` };
    case 4:
      return { type, bytes: `{"a":${nested("[", "]")}}` };
    case 5:
      return { type, bytes: nested('{"a":', "}") };
    case 6:
      return {
        type,
        bytes: json.replace("{", '{"__proto__":{"userId":"1"},"constructor":{"prototype":{}},'),
      };
    case 7:
      return { type: "application/x-www-form-urlencoded", bytes: `a=1&${encoded(json)}` };
    case 8:
      return { type: headerText(textOf(value)) || "x", bytes: json };
    case 9:
      return { type: "multipart/form-data; boundary=x", bytes: "--x\r\n\r\n--x--" };
    case 10:
      return { type, bytes: Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0xaf]) };
    case 11:
      return { type, bytes: json.replace("{", '{"id":1e999,"id":"1","mobile":-0,') };
    case 12:
      return { type: "image/jpeg", bytes: Buffer.from("ffd8ffe000104a464946", "hex") };
    case 13:
      return { type: "", bytes: "" };
    default:
      return { type, bytes: json };
  }
}

const MAX_KIND = 60;
/** Requests of one call. */
export function callRequests(call: Call, known: KnownValues): Arbitrary<FuzzRequest> {
  const path = fc.constantFrom(...call.paths);
  const kinds = fc.record({
    query: fc.nat(MAX_KIND),
    body: fc.nat(MAX_KIND),
    validity: fc.nat(9),
    value: hostileValue,
  });
  const sender = fc.constantFrom(...fuzzSenders, "member" as const, "member" as const, "owner" as const);
  return fc
    .tuple(argumentsOf(call, known), path, kinds, hostileHeaders, sender)
    .map(([args, pattern, kind, headers, by]) => {
      const rest = { ...args };
      const filled = pattern.replace(/:(\w+)/g, (_all, name: string) => {
        const value = rest[name];
        delete rest[name];
        return kind.query === 7 ? printable(textOf(value)) : encoded(value);
      });
      const hasBody = call.method === "POST" || call.method === "PUT";
      const query = Object.entries(rest)
        .filter(([name]) => !hasBody || call.body === "picture" || call.query?.includes(name))
        .map(([name, value]) => pairOf(name, value, kind.query));
      const body = hasBody
        ? bodyOf(rest, call.body === "picture" && kind.body > 20 ? 12 : kind.body, kind.value)
        : null;
      return {
        name: call.name,
        call,
        method: call.method,
        url: `${TEST_URL_PREFIXES[call.base]}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
        headers: { ...headers, ...(body?.type && { "content-type": body.type }) },
        body: body?.bytes ?? null,
        args,
        sender: by,
        isValid: kind.validity > 1,
      };
    });
}

/** Requests of a route outside of the contract, with the same hostile names and values. */
export function routeRequests(route: NonContractRoute, known: KnownValues): Arbitrary<FuzzRequest> {
  const value = (name: string) => {
    const real = known[name];
    return real ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, hostileValue) : hostileValue;
  };
  const pair = (name: string) => fc.tuple(fc.constant(name), value(name), fc.nat(MAX_KIND));
  const pairs = fc.subarray([...route.names]).chain((names) => fc.tuple(...names.map(pair)));
  const inPath = fc.oneof(
    { weight: 2, arbitrary: value(/:(\w+)/.exec(route.path)?.[1] ?? "id") },
    hostileText,
  );
  return fc.tuple(pairs, inPath, hostileHeaders, fc.nat(20)).map(([given, part, headers, kind]) => {
    const text = given.map(([name, one, how]) => pairOf(name, one, how)).join("&");
    const path = route.path.replace(/:\w+/, kind === 0 ? printable(textOf(part)) : encoded(part));
    const isForm = route.method === "POST";
    return {
      name: `${route.method} ${route.path}`,
      call: null,
      method: route.method,
      url: isForm || text === "" ? path : `${path}?${text}`,
      headers: { ...headers, ...(isForm && { "content-type": "application/x-www-form-urlencoded" }) },
      body: isForm ? (kind === 1 ? MARKUP_PROBE : text) : null,
      args: {},
      sender: "visitor",
      isValid: false,
    };
  });
}
