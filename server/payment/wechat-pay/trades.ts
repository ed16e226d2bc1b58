import * as z from "zod/mini";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import {
  ChannelForged,
  type CashierEntry,
  type CloseResult,
  type PaidTrade,
  type PrepareRequest,
  type PrepareResult,
  type TradeResult,
  type WechatAppArguments,
  type WechatPayArguments,
} from "../channel.ts";
import { cutToBytes } from "../channel-http.ts";
import { parseWechatAnswer, WechatPayError, type WechatPayAccount, type WechatPayClient } from "./client.ts";
import { newNonce, signText } from "./signature.ts";

/** Longest description: 127 characters, or bytes as older documents say; both hold. */
const MAX_DESCRIPTION = 127;
/** API of each scene; a mini-program pays by JSAPI with its own appid. */
const apiOf = { jsapi: "jsapi", miniProgram: "jsapi", h5: "h5", native: "native", app: "app" } as const;
type WechatScene = keyof typeof apiOf;
const isWechatScene = (scene: string): scene is WechatScene => Object.hasOwn(apiOf, scene);

const prepayAnswer = z.object({ prepay_id: z.string() });
const h5Answer = z.object({ h5_url: z.url() });
const nativeAnswer = z.object({ code_url: z.string() });

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
const paidTransaction = z.object({
  out_trade_no: z.string(),
  transaction_id: z.string(),
  trade_state: z.string(),
  mchid: z.string(),
  appid: z.string(),
  success_time: time,
  amount: z.object({ total: z.int(), currency: z._default(z.string(), "CNY") }),
  payer: z.optional(z.object({ openid: z.optional(z.string()) })),
});
const transaction = z.object({ out_trade_no: z.string(), mchid: z.string(), trade_state: z.string() });

/** Reads a paid transaction of a query or a notice; null: it has another shape. */
export function readTrade(content: unknown): PaidTrade | null {
  const { success, data } = paidTransaction.safeParse(content);
  if (!success) return null;
  return {
    outTradeNo: data.out_trade_no,
    channelNo: data.transaction_id,
    amountFen: data.amount.total,
    currency: data.amount.currency,
    merchantId: data.mchid,
    appId: data.appid,
    payer: data.payer?.openid ?? null,
    paidTime: Date.parse(data.success_time),
  };
}

const timestampOf = (now: number): string => String(Math.floor(now / 1000));
function jsapiArguments(
  account: WechatPayAccount,
  appId: string,
  prepayId: string,
  now: number,
): WechatPayArguments {
  const [timeStamp, nonceStr, packageText] = [timestampOf(now), newNonce(), `prepay_id=${prepayId}`];
  return {
    appId,
    timeStamp,
    nonceStr,
    package: packageText,
    signType: "RSA",
    paySign: signText(account.privateKey, appId, timeStamp, nonceStr, packageText),
  };
}
function appArguments(
  account: WechatPayAccount,
  appId: string,
  prepayId: string,
  now: number,
): WechatAppArguments {
  const [timestamp, nonce] = [timestampOf(now), newNonce()];
  return {
    appid: appId,
    partnerid: account.mchid,
    prepayid: prepayId,
    package: "Sign=WXPay",
    noncestr: nonce,
    timestamp,
    sign: signText(account.privateKey, appId, timestamp, nonce, prepayId),
  };
}

/** Body of the request to begin a payment. */
function orderOf(request: PrepareRequest, scene: WechatScene, mchid: string, notifyUrl: string): object {
  return {
    appid: request.appId,
    mchid,
    description: cutToBytes(request.description, MAX_DESCRIPTION),
    out_trade_no: request.outTradeNo,
    time_expire: toShanghaiIso(request.payBefore),
    notify_url: notifyUrl,
    amount: { total: request.amountFen, currency: "CNY" },
    ...(apiOf[scene] === "jsapi" && { payer: { openid: request.openId ?? "" } }),
    ...(scene === "h5" && {
      scene_info: { payer_client_ip: request.clientIp ?? "127.0.0.1", h5_info: { type: "Wap" } },
    }),
  };
}
function entryOf(
  { account, now }: WechatPayClient,
  { appId, returnUrl }: PrepareRequest,
  scene: WechatScene,
  answer: unknown,
): CashierEntry {
  if (scene === "native")
    return { kind: "native", codeUrl: parseWechatAnswer(nativeAnswer, answer).code_url };
  if (scene === "h5") {
    const { h5_url: url } = parseWechatAnswer(h5Answer, answer);
    const back = returnUrl === undefined ? "" : `&redirect_url=${encodeURIComponent(returnUrl)}`;
    return { kind: "h5", h5Url: url + back };
  }
  const { prepay_id: prepayId } = parseWechatAnswer(prepayAnswer, answer);
  return scene === "app"
    ? { kind: "wechatApp", app: appArguments(account, appId, prepayId, now()) }
    : { kind: "jsapi", jsapi: jsapiArguments(account, appId, prepayId, now()) };
}

const prepareStates: Readonly<Record<string, PrepareResult>> = {
  ORDERPAID: { state: "paid" },
  ORDER_CLOSED: { state: "closed" },
};
/** POST /v3/pay/transactions/{jsapi,h5,native,app}. */
export async function prepareWechatTrade(
  client: WechatPayClient,
  request: PrepareRequest,
  notifyUrl: string,
): Promise<PrepareResult> {
  const { scene } = request;
  if (!isWechatScene(scene)) return { state: "refused", code: "SCENE", message: `no scene ${scene}` };
  const order = orderOf(request, scene, client.account.mchid, notifyUrl);
  try {
    const answer = await client.send("POST", `/v3/pay/transactions/${apiOf[scene]}`, order);
    return { state: "prepared", entry: entryOf(client, request, scene, answer) };
  } catch (error) {
    if (!(error instanceof WechatPayError)) throw error;
    return prepareStates[error.code] ?? error.refusal;
  }
}

const pathOf = (outTradeNo: string): string =>
  `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`;

/** GET /v3/pay/transactions/out-trade-no/{n}. */
export async function queryWechatTrade(client: WechatPayClient, outTradeNo: string): Promise<TradeResult> {
  const { mchid } = client.account;
  let content: unknown;
  try {
    content = await client.send("GET", `${pathOf(outTradeNo)}?mchid=${mchid}`);
  } catch (error) {
    if (error instanceof WechatPayError && error.code === "ORDER_NOT_EXIST") return { state: "unknown" };
    throw error;
  }
  const { trade_state: state, ...found } = parseWechatAnswer(transaction, content);
  // A signature does not name its request: an older answer could be replayed.
  if (found.out_trade_no !== outTradeNo || found.mchid !== mchid) throw new ChannelForged("another trade");
  if (state === "SUCCESS" || state === "REFUND") {
    const trade = readTrade(content);
    if (trade) return { state: "paid", trade, isRefunded: state === "REFUND" };
  }
  parseWechatAnswer(z.enum(["NOTPAY", "USERPAYING", "PAYERROR", "ACCEPT", "CLOSED", "REVOKED"]), state);
  return { state: state === "CLOSED" || state === "REVOKED" ? "closed" : "open" };
}

/** POST /v3/pay/transactions/out-trade-no/{n}/close. */
export async function closeWechatTrade(client: WechatPayClient, outTradeNo: string): Promise<CloseResult> {
  try {
    await client.send("POST", `${pathOf(outTradeNo)}/close`, { mchid: client.account.mchid });
    return { state: "accepted" };
  } catch (error) {
    if (!(error instanceof WechatPayError)) throw error;
    if (error.code === "ORDERPAID") return { state: "paid" };
    return error.code === "ORDER_CLOSED" ? { state: "accepted" } : error.refusal;
  }
}
