/** Arguments of WeChat's cashier, as the server signed them. */
type CashierArguments = Readonly<
  Record<"appId" | "timeStamp" | "nonceStr" | "package" | "signType" | "paySign", string>
>;
type WeixinBridge = {
  invoke(name: string, data: object, answer: (result: { err_msg?: string }) => void): void;
};
const weixinBridge = (): WeixinBridge | undefined =>
  (globalThis as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;
/** Longest wait for the bridge, ms. */
const BRIDGE_WAIT = 3_000;

/** Waits for WeChat's bridge, which is injected late on some phones. */
function whenBridge(): Promise<WeixinBridge> {
  const ready = weixinBridge();
  if (ready !== undefined) return Promise.resolve(ready);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("WeixinJSBridge is missing")), BRIDGE_WAIT);
    const onReady = (): void => {
      clearTimeout(timer);
      const bridge = weixinBridge();
      if (bridge !== undefined) resolve(bridge);
    };
    document.addEventListener("WeixinJSBridgeReady", onReady, { once: true });
  });
}

/** Opens WeChat's cashier over the page. @returns whether the person left it; "opened" is no proof of a payment */
export async function payByWeixinBridge(data: CashierArguments): Promise<"opened" | "left"> {
  const bridge = await whenBridge();
  return new Promise((resolve) =>
    bridge.invoke("getBrandWCPayRequest", data, ({ err_msg = "" }) =>
      resolve(err_msg.endsWith(":cancel") ? "left" : "opened"),
    ),
  );
}
