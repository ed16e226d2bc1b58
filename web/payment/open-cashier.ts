import type { StartedPayment } from "#contract/payment/payment.ts";
import { assignLocation } from "../platform/navigation/leave-page.ts";

/**
 * Result of opening the cashier. opened: the person is there, or comes back by a new page load; scan: a QR code is to be
 * shown; left: the person closed it; unsupported: this version of the app has no such page (requirement MA41).
 */
export type CashierOutcome =
  | { readonly kind: "opened" | "left" | "unsupported" }
  | { readonly kind: "scan"; readonly codeUrl: string };

async function payInApp(page: NonNullable<StartedPayment["page"]>): Promise<CashierOutcome> {
  const { BridgeError, callNative } = await import("../platform/bridge/index.ts");
  try {
    const answer = await callNative("goToNativePage", { page: page.name, params: page.params });
    return { kind: answer?.result === false ? "left" : "opened" };
  } catch (error) {
    if (error instanceof BridgeError) return { kind: "unsupported" };
    throw error;
  }
}

async function payInMiniProgram(page: NonNullable<StartedPayment["page"]>): Promise<CashierOutcome> {
  const { miniProgram } = await import("../platform/mini-program/index.ts");
  const host = await miniProgram();
  const url = `${page.name}?${new URLSearchParams(page.params).toString()}`;
  return { kind: (await host?.navigateTo(url)) === true ? "opened" : "unsupported" };
}

/** Opens the cashier of a started payment in this host. @param isApp the page is in the maker's app */
export async function openCashier(started: StartedPayment, isApp: boolean): Promise<CashierOutcome> {
  const { jsapi, h5Url, codeUrl, formUrl, page, authorizeUrl } = started;
  if (jsapi !== undefined) {
    const { payByWeixinBridge } = await import("../platform/wechat/weixin-pay.ts");
    // Its ok proves nothing: the server's state decides (requirement MA49).
    return { kind: await payByWeixinBridge(jsapi) };
  }
  if (page !== undefined) return isApp ? payInApp(page) : payInMiniProgram(page);
  if (codeUrl !== undefined) return { kind: "scan", codeUrl };
  const address = authorizeUrl ?? h5Url ?? formUrl;
  if (address === undefined) return { kind: "unsupported" };
  assignLocation(address);
  return { kind: "opened" };
}
