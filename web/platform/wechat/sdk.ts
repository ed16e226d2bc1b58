import { isInWechat } from "../environment/host-detection.ts";

type Options = Readonly<Record<string, unknown>>;

/** The part of WeChat's JS-SDK 1.6 that we use (platform facts section 1.4). */
export type WechatSdk = {
  config(options: Readonly<Record<string, unknown>>): void;
  ready(run: () => void): void;
  error(run: (problem: { errMsg?: string }) => void): void;
  getLocation(options: Options): void;
  updateAppMessageShareData(options: Options): void;
  updateTimelineShareData(options: Options): void;
  readonly miniProgram: unknown;
};

let loading: Promise<WechatSdk> | null = null;

/**
 * Loads WeChat's JS-SDK on first use, in WeChat only. A host's own SDK is preferred. null outside of WeChat,
 * or when it does not load.
 */
export async function loadWechatSdk(): Promise<WechatSdk | null> {
  if (!isInWechat()) return null;
  const { wx, jWeixin } = window as Window & { wx?: WechatSdk; jWeixin?: WechatSdk };
  const existing = wx ?? jWeixin;
  if (typeof existing?.config === "function") return existing;
  loading ??= import("weixin-js-sdk").then(({ default: sdk }) => sdk as unknown as WechatSdk);
  try {
    return await loading;
  } catch {
    loading = null; // the next call retries
    return null;
  }
}

/** Timeout of the SDK, ms: outside of a real WeChat it stays silent. */
export const SDK_TIMEOUT = 3_000;

export type SdkAnswer =
  | { readonly status: "done"; readonly answer: Readonly<Record<string, unknown>> }
  /** `errMsg` as WeChat words it. */
  | { readonly status: "failed"; readonly errMsg: string }
  | { readonly status: "cancelled" | "silent" };

/** Makes one call of the SDK. Always resolves. */
export function callSdk(run: (callbacks: Options) => void, timeout = SDK_TIMEOUT): Promise<SdkAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ status: "silent" }), timeout);
    const settle = (answer: SdkAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      run({
        success: (answer: Readonly<Record<string, unknown>>) => settle({ status: "done", answer }),
        fail: (problem?: { errMsg?: string }) => settle({ status: "failed", errMsg: problem?.errMsg ?? "" }),
        cancel: () => settle({ status: "cancelled" }),
      });
    } catch (error) {
      settle({ status: "failed", errMsg: String(error) });
    }
  });
}
