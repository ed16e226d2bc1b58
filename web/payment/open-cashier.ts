import type { StartedPayment } from "#contract/payment/payment.ts";
import { assignLocation } from "../platform/navigation/leave-page.ts";

/**
 * Result of opening the cashier. opened: the person is there, or comes back by a new page load; scan: a QR code is to be
 * shown; left: the person closed it; unsupported: this version of the app has no such page (requirement MA41).
 */
export type CashierOutcome =
  | { readonly kind: "opened" | "left" | "unsupported" }
  | { readonly kind: "scan"; readonly codeUrl: string };

type WeixinBridge = {
  invoke(name: string, data: object, answer: (result: { err_msg?: string }) => void): void;
};
const weixinBridge = (): WeixinBridge | undefined =>
  (globalThis as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;

/** Waits for WeChat's bridge, which is injected late on some phones. */
function whenBridge(): Promise<WeixinBridge> {
  const ready = weixinBridge();
  if (ready !== undefined) return Promise.resolve(ready);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("WeixinJSBridge is missing")), 3_000);
    document.addEventListener(
      "WeixinJSBridgeReady",
      () => {
        clearTimeout(timer);
        const bridge = weixinBridge();
        if (bridge !== undefined) resolve(bridge);
      },
      { once: true },
    );
  });
}

/** WeChat's own cashier. Its `ok` proves nothing: the server's state decides (requirement MA49). */
async function payByWeixinBridge(jsapi: NonNullable<StartedPayment["jsapi"]>): Promise<CashierOutcome> {
  const bridge = await whenBridge();
  return new Promise((resolve) =>
    bridge.invoke("getBrandWCPayRequest", jsapi, ({ err_msg = "" }) =>
      resolve({ kind: err_msg.endsWith(":cancel") ? "left" : "opened" }),
    ),
  );
}

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
  if (jsapi !== undefined) return payByWeixinBridge(jsapi);
  if (page !== undefined) return isApp ? payInApp(page) : payInMiniProgram(page);
  if (codeUrl !== undefined) return { kind: "scan", codeUrl };
  const address = authorizeUrl ?? h5Url ?? formUrl;
  if (address === undefined) return { kind: "unsupported" };
  assignLocation(address);
  return { kind: "opened" };
}
