import type { KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { toBeijingTime } from "../bill.ts";
import { ChannelForged, ChannelSilent, type RefusedByChannel } from "../channel.ts";
import { exchange } from "../channel-http.ts";
import { signedObjectText, signParameters, verifyText, type AlipayParameters } from "./signature.ts";

/** Account and keys of a merchant at Alipay. */
export type AlipayAccount = {
  readonly appId: string;
  /** Our private key. */
  readonly privateKey: KeyObject;
  /** Alipay's public key. */
  readonly publicKey: KeyObject;
  readonly sellerId: string;
  /** Address of the gateway. A function, because the simulator's is known only later. */
  readonly gateway: () => string;
};
/** A business error that Alipay signed. */
export class AlipayError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  /** The refusal of the port. */
  get refusal(): RefusedByChannel {
    return { state: "refused", code: this.code, message: this.message };
  }
}
export type AlipayClient = {
  readonly account: AlipayAccount;
  readonly now: () => number;
  /** Signed parameters of a call, for the browser or for `send`. */
  parameters(method: string, content: object, more?: AlipayParameters): Record<string, string>;
  /**
   * Calls the gateway and verifies the answer. @returns the content of the answer's object
   * @throws AlipayError, ChannelSilent, ChannelForged
   */
  send(method: string, content: object, more?: AlipayParameters): Promise<unknown>;
};

const SUCCESS = "10000";
/** A refusal of the call's business; all other codes are errors of Alipay, of our keys or our rights. */
const BUSINESS_ERROR = "40004";
const SYSTEM_ERRORS = new Set(["ACQ.SYSTEM_ERROR", "SYSTEM_ERROR", "aop.ACQ.SYSTEM_ERROR"]);
const answerStatus = z.object({
  code: z.string(),
  sub_code: z._default(z.string(), ""),
  sub_msg: z._default(z.string(), ""),
});
const signedAnswer = z.looseObject({ sign: z.optional(z.string()) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ChannelSilent("the answer is no JSON");
  }
}
/** The verified object of an answer. @throws ChannelForged, ChannelSilent */
function openAnswer(text: string, method: string, publicKey: KeyObject): unknown {
  const name = `${method.replaceAll(".", "_")}_response`;
  const { success, data } = signedAnswer.safeParse(parseJson(text));
  if (!success) throw new ChannelSilent("the answer is no object");
  // An error before the call itself, as of a wrong key, has no signature; it says nothing about a payment.
  if (Object.hasOwn(data, "error_response") && data.sign === undefined)
    throw new ChannelSilent("error_response");
  const raw =
    signedObjectText(text, name) ??
    (Object.hasOwn(data, "error_response") ? signedObjectText(text, "error_response") : null);
  if (raw === null || data.sign === undefined) throw new ChannelForged("unsigned");
  // The gateway signs slashes as they are, or escaped as its answer shows them.
  const isGenuine = [raw, raw.replaceAll("/", String.raw`\/`)].some((signedText) =>
    verifyText(signedText, data.sign ?? "", publicKey),
  );
  if (!isGenuine) throw new ChannelForged("signature");
  return parseJson(raw);
}

/** Creates the client of a merchant; `now` is the product's clock. */
export function createAlipayClient(account: AlipayAccount, now: () => number): AlipayClient {
  const { appId, privateKey, publicKey } = account;
  const parameters: AlipayClient["parameters"] = (method, content, more = {}) => {
    const unsigned = {
      app_id: appId,
      method,
      format: "JSON",
      charset: "utf-8",
      sign_type: "RSA2",
      timestamp: toBeijingTime(now()),
      version: "1.0",
      ...more,
      biz_content: JSON.stringify(content),
    };
    return { ...unsigned, sign: signParameters(unsigned, privateKey) };
  };
  return {
    account,
    now,
    parameters,
    async send(method, content, more) {
      const { biz_content: form = "", ...query } = parameters(method, content, more);
      const answer = await exchange(`${account.gateway()}?${new URLSearchParams(query).toString()}`, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded;charset=utf-8",
          "user-agent": "marque",
        },
        body: new URLSearchParams({ biz_content: form }).toString(),
      });
      if (answer.status !== 200) throw new ChannelSilent(`status ${answer.status}`);
      const result = openAnswer(answer.body.toString(), method, publicKey);
      const status = parseAlipayAnswer(answerStatus, result);
      if (status.code === SUCCESS) return result;
      if (status.code !== BUSINESS_ERROR || SYSTEM_ERRORS.has(status.sub_code))
        throw new ChannelSilent(`${status.code} ${status.sub_code}`);
      throw new AlipayError(status.sub_code, status.sub_msg);
    },
  };
}

/** Parses an answer that Alipay signed. @throws ChannelSilent if it has another shape than documented */
export function parseAlipayAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ChannelSilent("the answer has an unknown shape");
  return parsed.data;
}
