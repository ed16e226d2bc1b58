import type { KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { ChannelForged, ChannelSilent, type RefusedByChannel } from "../channel.ts";
import { exchange, REQUEST_TIMEOUT, type ChannelAnswer } from "../channel-http.ts";
import { authorizationOf, signatureFault, type VerificationKeys } from "./signature.ts";

/** Account and keys of a merchant at WeChat Pay. */
export type WechatPayAccount = {
  readonly mchid: string;
  /** The merchant's private key, and the serial number of its certificate. */
  readonly privateKey: KeyObject;
  readonly serial: string;
  /** 32 bytes. */
  readonly v3Key: string;
  readonly verificationKeys: VerificationKeys;
  /** `PUB_KEY_ID_…`: answers are then signed by the public key; null: by the platform certificate. */
  readonly publicKeyId: string | null;
  /** Addresses with a trailing slash, tried in this order. A function, because the simulator's is known only later. */
  readonly bases: () => readonly string[];
};
export type WechatPayNotifyUrls = { readonly payment: () => string; readonly refund: () => string };

/** An error that WeChat signed: the request was understood and refused. */
export class WechatPayError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
  /** The refusal of the port. */
  get refusal(): RefusedByChannel {
    return { state: "refused", code: this.code, message: this.message };
  }
}
export type WechatPayClient = {
  readonly account: WechatPayAccount;
  readonly now: () => number;
  /**
   * Sends a signed request and verifies the answer. @returns its JSON; null: an answer without a body
   * @throws WechatPayError, ChannelSilent, ChannelForged
   */
  send(method: "GET" | "POST", path: string, body?: object): Promise<unknown>;
  /** Fetches a file, whose answer is not signed; null: the link is not valid any more. @throws ChannelSilent */
  download(url: string, maxBytes: number): Promise<Buffer | null>;
};

const errorBody = z.object({ code: z.string(), message: z._default(z.string(), "") });
const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};
const TOO_MANY_REQUESTS = 429;

/**
 * Judges an error. Only a signed one says anything about a payment: an unsigned one (of a proxy, or to a wrong clock or
 * key of ours) is as good as no answer.
 */
function rejectAnswer({ status, body }: ChannelAnswer, isSigned: boolean): never {
  const { success, data } = errorBody.safeParse(parseJson(body));
  const code = success ? data.code : "no code";
  const isDecided = status >= 400 && status < 500;
  // An error of WeChat itself may come after the effect.
  if (!isSigned || !success || !isDecided) throw new ChannelSilent(`${status} ${code}`);
  if (status === TOO_MANY_REQUESTS && code !== "FREQUENCY_LIMITED")
    throw new ChannelSilent(`${status} ${code}`);
  throw new WechatPayError(status, code, data.message);
}

/** Creates the client of a merchant; `now` is the product's clock. */
export function createWechatPayClient(account: WechatPayAccount, now: () => number): WechatPayClient {
  const { mchid, serial, privateKey: key, verificationKeys } = account;
  const authorize = (method: string, path: string, body: string): string =>
    authorizationOf({ mchid, serial, key, method, path, body, now: now() });

  function open(answer: ChannelAnswer): unknown {
    const fault = signatureFault((name) => answer.headers.get(name), answer.body, verificationKeys, now());
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (fault !== null && (isSuccess || fault !== "unsigned")) throw new ChannelForged(fault);
    if (!isSuccess) rejectAnswer(answer, fault === null);
    if (answer.body.length === 0) return null;
    const content = parseJson(answer.body);
    if (content === undefined) throw new ChannelSilent("the answer is no JSON");
    return content;
  }
  /** Tries the hosts one after another; a repeated request has no second effect, because its numbers are the same. */
  async function reach(method: "GET" | "POST", path: string, text: string): Promise<ChannelAnswer> {
    const bases = account.bases();
    let failure: unknown = new ChannelSilent("no host");
    for (const base of bases)
      try {
        const answer = await exchange(`${base}${path.slice(1)}`, {
          method,
          headers: {
            accept: "application/json",
            authorization: authorize(method, path, text),
            ...(method === "POST" && { "content-type": "application/json" }),
            ...(account.publicKeyId !== null && { "wechatpay-serial": account.publicKeyId }),
            "user-agent": "marque",
          },
          ...(method === "POST" && { body: text }),
          timeout: REQUEST_TIMEOUT / bases.length,
        });
        if (answer.status < 500) return answer;
        failure = new ChannelSilent(`status ${answer.status}`);
      } catch (error) {
        failure = error;
      }
    throw failure;
  }
  return {
    account,
    now,
    send: async (method, path, body) =>
      open(await reach(method, path, body === undefined ? "" : JSON.stringify(body))),
    async download(url, maxBytes) {
      const { pathname, search } = new URL(url);
      // The signature begins at /v3/, also where the address has something before it (a proxy, the simulator).
      const path = `${pathname.slice(Math.max(pathname.indexOf("/v3/"), 0))}${search}`;
      const answer = await exchange(url, {
        method: "GET",
        headers: { authorization: authorize("GET", path, ""), "user-agent": "marque" },
        maxAnswer: maxBytes,
      });
      if (answer.status >= 500) throw new ChannelSilent(`status ${answer.status}`);
      return answer.status === 200 ? answer.body : null;
    },
  };
}

/** Parses an answer that WeChat signed. @throws ChannelSilent if it has another shape than documented */
export function parseWechatAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ChannelSilent("the answer has an unknown shape");
  return parsed.data;
}
