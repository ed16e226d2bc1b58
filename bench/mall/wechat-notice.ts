// Notices of payments, encrypted and signed as WeChat Pay does, with the keys of the simulated channel.
import { createCipheriv, createPrivateKey, randomBytes, randomUUID, sign } from "node:crypto";
import { sql } from "kysely";
import { noticePaths } from "#contract/payment/notices.ts";
import type { Database } from "../../server/database/connection/database.ts";
import type { SimulatedMerchant } from "../../server/core/simulated-merchant.ts";

const NONCE_BYTES = 6;
export type PaidAttempt = {
  readonly outTradeNo: string;
  readonly appId: string;
  readonly amountFen: number;
  /** Payment's time, ISO 8601. */
  readonly paidTime: string;
};

function encrypt(content: string, v3Key: string): object {
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(v3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from("transaction"));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: "AEAD_AES_256_GCM",
    original_type: "transaction",
    ciphertext: encrypted.toString("base64"),
    nonce,
    associated_data: "transaction",
  };
}

export type PaidNotice = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
/** The notice of a paid trade; its signature is good for five minutes. */
export function paidNotice({ keys, mchid, publicKeyId }: SimulatedMerchant, trade: PaidAttempt): PaidNotice {
  const { outTradeNo, appId, amountFen, paidTime } = trade;
  const content = {
    appid: appId,
    mchid,
    out_trade_no: outTradeNo,
    transaction_id: `4200${outTradeNo.replaceAll(/\D/g, "")}`,
    trade_type: "NATIVE",
    trade_state: "SUCCESS",
    success_time: paidTime,
    amount: { total: amountFen, payer_total: amountFen, currency: "CNY" },
    payer: { openid: "oUpF8uMuAJO" },
  };
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: paidTime,
    event_type: "TRANSACTION.SUCCESS",
    resource_type: "encrypt-resource",
    resource: encrypt(JSON.stringify(content), keys.v3Key),
  });
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1_000)), randomBytes(16).toString("hex")];
  const signed = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
  const headers = {
    "content-type": "application/json",
    "wechatpay-timestamp": timestamp,
    "wechatpay-nonce": nonce,
    "wechatpay-serial": publicKeyId,
    "wechatpay-signature": sign("sha256", signed, createPrivateKey(keys.wechatPublicKey)).toString("base64"),
  };
  return { path: `/mall-api/${noticePaths.wechat}`, headers, body };
}

/** A notice as sent over the wire. */
export function renderNotice({ path, headers, body }: PaidNotice): Buffer {
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ host: "127.0.0.1", ...headers, "content-length": length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Finds the open attempt of an order, as a person who pays it now. */
export async function findOpenTrade(db: Database, orderId: string): Promise<PaidAttempt> {
  const { rows } = await sql<Omit<PaidAttempt, "paidTime">>`
    select out_trade_no as "outTradeNo", app_id as "appId", amount_fen as "amountFen" from payment
    where order_id = ${orderId} and state = 'open'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no open attempt of ${orderId}`);
  return { ...row, paidTime: new Date().toISOString() };
}
