import { createPrivateKey, createPublicKey } from "node:crypto";
import { noticePaths } from "#contract/payment/notices.ts";
import { paymentWays, type PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../core/app-context.ts";
import { loadSimulatedMerchant, type SimulatedMerchant } from "../core/simulated-merchant.ts";
import { urlPrefixes } from "../http/network/url-prefixes.ts";
import { createAlipay } from "./alipay/alipay.ts";
import type { AlipayAccount } from "./alipay/client.ts";
import type { PaymentChannel } from "./channel.ts";
import type { WechatPayAccount } from "./wechat-pay/client.ts";
import { createWechatPay } from "./wechat-pay/wechat-pay.ts";

/** The payment channels of this installation. */
export type PaymentChannels = {
  /** Ways to pay, in the order of the pay page. */
  readonly ways: readonly PaymentWay[];
  /** null: this installation has no such channel. */
  of(way: PaymentWay): PaymentChannel | null;
  /** The merchant at the simulated channels; null: all channels are real. */
  simulated(): SimulatedMerchant | null;
};

const publicKeyOf = (privateKey: string) => createPublicKey(createPrivateKey(privateKey));
function simulatedWechatPay(merchant: SimulatedMerchant, origin: () => string): WechatPayAccount {
  const { mchid, serial, publicKeyId, certificateSerial, keys } = merchant;
  return {
    mchid,
    serial,
    publicKeyId,
    v3Key: keys.v3Key,
    privateKey: createPrivateKey(keys.wechatMerchant),
    verificationKeys: new Map([
      [publicKeyId, publicKeyOf(keys.wechatPublicKey)],
      [certificateSerial, publicKeyOf(keys.wechatCertificate)],
    ]),
    bases: () => [`${origin()}/sim/pay/wechat/`],
  };
}
const simulatedAlipay = (
  { alipayAppId, sellerId, keys }: SimulatedMerchant,
  origin: () => string,
): AlipayAccount => ({
  appId: alipayAppId,
  sellerId,
  privateKey: createPrivateKey(keys.alipayMerchant),
  publicKey: publicKeyOf(keys.alipay),
  gateway: () => `${origin()}/sim/pay/alipay/gateway.do`,
});

/** Creates a value when it is first needed: the keys of the simulator take a second. */
function lazily<T>(create: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: create() }).value;
}

/** Connects the payment channels by the settings, or to the simulator where simulators run. */
export function createPaymentChannels({
  config,
  clock,
  origin,
}: Pick<AppContext, "config" | "clock" | "origin">): PaymentChannels {
  const { wechatPay, alipay, simulators } = config;
  const now = (): number => clock.now();
  const noticeUrl = (kind: keyof typeof noticePaths) => (): string => {
    const base = config.apiBase ?? `${origin()}${urlPrefixes(config).api}`;
    return `${base}${noticePaths[kind]}`;
  };
  const merchant = lazily(() => loadSimulatedMerchant(config.dataDir));
  const bases = wechatPay?.bases ?? [];
  const wechatAccount = (): WechatPayAccount =>
    wechatPay ? { ...wechatPay, bases: () => bases } : simulatedWechatPay(merchant(), origin);
  const alipayAccount = (): AlipayAccount =>
    alipay ? { ...alipay, gateway: () => alipay.gateway } : simulatedAlipay(merchant(), origin);
  const channels = {
    wechat: lazily(() => {
      const urls = { payment: noticeUrl("wechat"), refund: noticeUrl("wechatRefund") };
      return createWechatPay(wechatAccount(), urls, now);
    }),
    alipay: lazily(() => createAlipay(alipayAccount(), noticeUrl("alipay"), now)),
  };
  const isOn = { wechat: wechatPay !== null || simulators, alipay: alipay !== null || simulators };
  return {
    ways: paymentWays.filter((way) => isOn[way]),
    of: (way) => (isOn[way] ? channels[way]() : null),
    simulated: () => (simulators && (wechatPay === null || alipay === null) ? merchant() : null),
  };
}
