import type { PaymentHost, PaymentWay } from "#contract/payment/payment.ts";
import { currentClient, currentMiniProgram } from "../platform/environment/host-detection.ts";

/** The page's host as payments distinguish them. */
export function paymentHost(): PaymentHost {
  const client = currentClient();
  if (client.startsWith("app")) return "app";
  if (client === "wechat") return "wechat";
  const miniProgram = currentMiniProgram();
  if (miniProgram === "wechat") return "wechatMini";
  if (miniProgram === "alipay") return "alipayMini";
  if (miniProgram !== null) return "otherMini";
  return client === "pc" ? "desktop" : "phone";
}

/** Ways to pay that a host offers, the usual one first (requirement MA40). */
export function waysOf(host: PaymentHost): readonly PaymentWay[] {
  switch (host) {
    case "wechat":
    case "wechatMini":
      return ["wechat"];
    case "alipayMini":
      return ["alipay"];
    case "otherMini":
      return [];
    case "app":
    case "phone":
    case "desktop":
      return ["wechat", "alipay"];
  }
}
