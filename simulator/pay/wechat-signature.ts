import { createCipheriv, createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hangUp, type PaySimulator, type PayMerchant } from "./simulator.ts";

const CLOCK_TOLERANCE = 300;
const newNonce = (): string => randomBytes(16).toString("hex");

/** Fault of a request's signature, as WeChat's code; null: it is the merchant's. */
export function wechatRequestFault(
  request: FastifyRequest,
  body: string,
  merchant: PayMerchant,
  now: number,
): string | null {
  const [scheme = "", values = ""] = (request.headers.authorization ?? "").split(/ (.*)/s);
  const found = Object.fromEntries(
    [...values.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value] as const),
  );
  const { mchid, serial_no: serial, timestamp = "", nonce_str: nonce = "", signature = "" } = found;
  const isKnown = scheme === "WECHATPAY2-SHA256-RSA2048" && serial === merchant.serial;
  if (!isKnown || mchid !== merchant.mchid) return "SIGN_ERROR";
  if (Math.abs(Number(timestamp) - now / 1000) > CLOCK_TOLERANCE) return "SIGN_ERROR";
  const path = request.url.slice(request.url.indexOf("/v3/"));
  const text = `${request.method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
  const key = createPublicKey(createPrivateKey(merchant.keys.wechatMerchant));
  return verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64")) ? null : "SIGN_ERROR";
}

/** Headers with WeChat's signature of a text, under its public key or its platform certificate. */
export function wechatSignatureHeaders(
  body: string,
  { keys, publicKeyId, certificateSerial }: PayMerchant,
  { now, usesCertificate, isForged = false }: { now: number; usesCertificate: boolean; isForged?: boolean },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = newNonce();
  // A forger knows the names of the keys, but has another one.
  const genuine = usesCertificate ? keys.wechatCertificate : keys.wechatPublicKey;
  const key = createPrivateKey(isForged ? keys.alipay : genuine);
  return {
    "wechatpay-timestamp": timestamp,
    "wechatpay-nonce": nonce,
    "wechatpay-serial": usesCertificate ? certificateSerial : publicKeyId,
    "wechatpay-signature": sign("sha256", Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString(
      "base64",
    ),
    "wechatpay-signature-type": "WECHATPAY2-SHA256-RSA2048",
  };
}

/** Encrypts a resource of a notice under the APIv3 key. */
export function encryptResource(content: object, type: string, v3Key: string): object {
  const nonce = newNonce().slice(0, 12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(v3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(type));
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return {
    algorithm: "AEAD_AES_256_GCM",
    original_type: type,
    ciphertext: Buffer.concat([encrypted, cipher.getAuthTag()]).toString("base64"),
    nonce,
    associated_data: type,
  };
}

/** Sends a signed answer; the faults `lost` and `forged` lose it, or sign it with another key. */
export function sendWechat(
  { merchant, now }: PaySimulator,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, content, fault = null }: { status: number; content: object | null; fault?: string | null },
): FastifyReply {
  if (fault === "lost") return hangUp(reply);
  const body = content === null ? "" : JSON.stringify(content);
  const usesCertificate = request.headers["wechatpay-serial"] !== merchant().publicKeyId;
  const isForged = fault === "forged";
  void reply
    .code(status)
    .headers(wechatSignatureHeaders(body, merchant(), { now: now(), usesCertificate, isForged }));
  return status === 204 ? reply.send() : reply.type("application/json; charset=utf-8").send(body);
}
