import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { activitySignatureText, communitySignatureText, headers as names } from "#contract/core/headers.ts";
import { sha256 } from "../core/secrets.ts";

/** Additions to a call in a test. */
export type TestCallOptions = {
  /** Session token. */
  readonly token?: string;
  readonly captchaVerifyId?: string;
  readonly idempotencyKey?: string;
  /** Added last, so that they override the other headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves out the signature headers. */
  readonly isUnsigned?: boolean;
  /** Time of the signature, ms since the epoch. */
  readonly now?: number;
  /** Index of the call's path; default: the first one. */
  readonly path?: number;
  /** Body of a call that takes a picture, and its content type; default: JPEG. */
  readonly picture?: Buffer;
  readonly type?: string;
  /** IP address of the client; default: 127.0.0.1. */
  readonly address?: string;
};
export type CallResponse<D> = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The result if `code` is "00". */
  readonly data: D;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
};
export const TEST_URL_PREFIXES = { api: "/mall-api/", pass: "/pass/", security: "/security/" } as const;

/** The MA-Activity-* headers of a client (contract section 3). */
export function signatureHeaders(appKey: string, mobile: string, now: number): Record<string, string> {
  const timestamp = String(now);
  const nonce = randomUUID();
  return {
    [names.activityMobile]: mobile,
    [names.activityTimestamp]: timestamp,
    [names.activityNonce]: nonce,
    [names.activitySignature]: sha256(activitySignatureText(appKey, mobile, timestamp, nonce)),
  };
}

/** The X-COP-* headers of a client. */
export function communitySignatureHeaders(
  appKey: string,
  token: string,
  now: number,
): Record<string, string> {
  const timestamp = String(now);
  const nonce = randomUUID();
  return {
    [names.copAccessToken]: token,
    [names.copTimestamp]: timestamp,
    [names.copNonce]: nonce,
    [names.copSignature]: sha256(communitySignatureText(appKey, timestamp, nonce)),
  };
}

/** Text of a value in a URL or a header. */
const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : `${value as string | number | boolean | undefined}`;

function headersOf(
  call: Call,
  raw: Readonly<Record<string, unknown>>,
  appKey: string,
  options: TestCallOptions,
) {
  const made: Record<string, string> = {};
  if (options.token !== undefined) made[names.accessToken] = options.token;
  if (options.captchaVerifyId !== undefined) made[names.captchaVerifyId] = options.captchaVerifyId;
  if (options.idempotencyKey !== undefined) made[names.idempotencyKey] = options.idempotencyKey;
  if (call.signature === "activity" && !options.isUnsigned)
    Object.assign(made, signatureHeaders(appKey, textOf(raw["mobile"] ?? ""), options.now ?? Date.now()));
  if (call.signature === "community" && !options.isUnsigned)
    Object.assign(made, communitySignatureHeaders(appKey, options.token ?? "", options.now ?? Date.now()));
  return { ...made, ...options.headers };
}

/** The HTTP request of a call: arguments in path, query and body as the contract declares. */
export function buildCallRequest<C extends Call>(
  call: C,
  args: ArgsOf<C>,
  appKey: string,
  options: TestCallOptions = {},
): InjectOptions {
  const rest: Record<string, unknown> = { ...(args as Record<string, unknown>) };
  const headers = headersOf(call, rest, appKey, options);
  const pattern = call.paths[options.path ?? 0] ?? call.paths[0];
  const path = pattern.replace(/:(\w+)/g, (_all, name: string) => {
    const value = encodeURIComponent(textOf(rest[name]));
    delete rest[name];
    return value;
  });
  const hasBody = call.body === undefined && (call.method === "POST" || call.method === "PUT");
  const query = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => {
      if ((hasBody && !call.query?.includes(name)) || value === undefined) return [];
      delete rest[name];
      return [[name, textOf(value)]];
    }),
  );
  return {
    method: call.method,
    url: TEST_URL_PREFIXES[call.base] + path,
    query,
    headers:
      options.picture === undefined ? headers : { "content-type": options.type ?? "image/jpeg", ...headers },
    ...(hasBody && { payload: rest }),
    ...(options.picture !== undefined && { payload: options.picture }),
    ...(options.address !== undefined && { remoteAddress: options.address }),
  };
}

/** Validates every answer of every test with the web app's own schema (requirement U40). */
function asDeclared(call: Call, data: unknown): void {
  const read = call.result.safeParse(data);
  if (read.success) return;
  const told = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`${call.name} answered what the contract does not know: ${told.join("; ")}`);
}

/** Makes a call over HTTP without a port, and parses its envelope. */
export async function sendCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  args: ArgsOf<C>,
  appKey: string,
  options: TestCallOptions = {},
): Promise<CallResponse<ResultOf<C>>> {
  const answer = await app.inject(buildCallRequest(call, args, appKey, options));
  const { code, message, data } = answer.json<{ code: string; message: string; data: ResultOf<C> }>();
  if (code === "00") asDeclared(call, data);
  return { status: answer.statusCode, code, message, data, headers: answer.headers };
}
