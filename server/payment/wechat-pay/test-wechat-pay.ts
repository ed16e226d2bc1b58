import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { Formatter, Rsa } from "wechatpay-axios-plugin";
import type { WechatPayAccount } from "./client.ts";
import { createWechatPay } from "./wechat-pay.ts";

type KeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
const newKeys = (): KeyPair => generateKeyPairSync("rsa", { modulusLength: 2048 });
export const merchantKeys = newKeys();
const platformKeys = newKeys();
const certificateKeys = newKeys();
const strangerKeys = newKeys();
export const V3_KEY = "0123456789abcdef0123456789abcdef";
export const PUBLIC_KEY_ID = "PUB_KEY_ID_0116174912345678";
export const CERTIFICATE_SERIAL = "7132D72A03E93CDDF8C03BBD1F37EEDF60A0D1C2";
/** 8 March 2027, 12:34:56 in Shanghai. */
export const NOW = Date.parse("2027-03-08T12:34:56+08:00");

/** A request as the fake WeChat received it. */
export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};
export type FakeAnswer = {
  readonly status: number;
  readonly body?: object;
  /** "stranger": another key than WeChat's; null: no signature. */
  readonly signedBy?: "platform" | "certificate" | "stranger" | null;
  /** Time of the signature, ms. */
  readonly time?: number;
};
const signers = { platform: platformKeys, certificate: certificateKeys, stranger: strangerKeys };

/** Headers with WeChat's signature of a text, made by the vendor community's library. */
export function signedHeaders(
  body: string,
  by: keyof typeof signers = "platform",
  time = NOW,
): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(time / 1000)), Formatter.nonce()];
  return {
    "wechatpay-timestamp": timestamp,
    "wechatpay-nonce": nonce,
    "wechatpay-serial": by === "certificate" ? CERTIFICATE_SERIAL : PUBLIC_KEY_ID,
    "wechatpay-signature": Rsa.sign(
      Formatter.response(timestamp, nonce, body),
      signers[by].privateKey as never,
    ),
  };
}

/** WeChat's API on this machine: gives the prepared answers in order, and keeps the requests. */
export async function fakeWechatPay() {
  const received: ReceivedRequest[] = [];
  const answers: FakeAnswer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { method = "", url = "" } = request;
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      const { status, body, signedBy = "platform", time } = answers.shift() ?? { status: 500 };
      const text = body === undefined ? "" : JSON.stringify(body);
      response
        .writeHead(status, signedBy === null ? {} : signedHeaders(text, signedBy, time))
        .end(status === 204 ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const account: WechatPayAccount = {
    mchid: "1230000109",
    privateKey: merchantKeys.privateKey,
    serial: "1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C",
    v3Key: V3_KEY,
    publicKeyId: PUBLIC_KEY_ID,
    verificationKeys: new Map([
      [PUBLIC_KEY_ID, platformKeys.publicKey],
      [CERTIFICATE_SERIAL, certificateKeys.publicKey],
    ]),
    bases: () => [base],
  };
  const urls = {
    payment: () => "https://m.example.com/n/wechat",
    refund: () => "https://m.example.com/n/wechat-refund",
  };
  const channelWith = (more: Partial<WechatPayAccount>) =>
    createWechatPay({ ...account, ...more }, urls, () => NOW);
  return { received, answers, base, channelWith, channel: channelWith({}) };
}
