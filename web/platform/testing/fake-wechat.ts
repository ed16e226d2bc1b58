/** A call that the page made to WeChat's bridge. */
export type BridgeInvocation = {
  readonly name: string;
  readonly argument: Readonly<Record<string, unknown>>;
};
type Answer = Readonly<Record<string, unknown>> | null;

export const userAgents = {
  android:
    "Mozilla/5.0 (Linux; Android 15; PGT-AN20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.103 Mobile Safari/537.36 XWEB/1300333 MMWEBSDK/20241103 MicroMessenger/8.0.55.2780(0x28003737) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
  ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53(0x1800352e) NetType/WIFI Language/zh_CN",
  safari:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  baidu: "Mozilla/5.0 (Linux; Android 15) swan/2.26.0 swan-baiduboxapp/12.6.5.10 baiduboxapp/12.6.5.10",
  douyin: "Mozilla/5.0 (Linux; Android 15) aweme BytedanceWebview ToutiaoMicroApp/3.30.0",
  xiaohongshu: "Mozilla/5.0 (Linux; Android 15) xhsminiapp/3.120.2 XiaoHongShu/8.60.0",
  alipay: "Mozilla/5.0 (Linux; Android 15) AliApp(AP/10.6.60.8000) AlipayClient/10.6.60.8000 MiniProgram",
} as const;

/** Sets the page's user agent. */
export function setUserAgent(userAgent: string): void {
  Object.defineProperty(navigator, "userAgent", { configurable: true, get: () => userAgent });
}

/**
 * Installs a fake WeChat bridge, as the real SDK finds it (platform facts section 1.4).
 * @param answer the answer to a call: null for silence, undefined for success
 */
export function fakeWechatBridge(
  answer: (invoked: BridgeInvocation) => Answer | undefined = () => undefined,
): BridgeInvocation[] {
  const invoked: BridgeInvocation[] = [];
  const bridge = {
    on: () => {},
    invoke: (name: string, argument: BridgeInvocation["argument"], callback?: (answer: unknown) => void) => {
      const invocation = { name, argument };
      invoked.push(invocation);
      // Any better answer would make the SDK send a beacon to WeChat's own server.
      if (name === "getNetworkType")
        return void setTimeout(() => callback?.({ err_msg: "network_type:fail" }));
      const reply = answer(invocation);
      if (reply !== null) setTimeout(() => callback?.(reply ?? { err_msg: `${name}:ok` }));
    },
  };
  Object.assign(window, { WeixinJSBridge: bridge });
  document.dispatchEvent(new Event("WeixinJSBridgeReady"));
  return invoked;
}
