import { isInWechat } from "../environment/host-detection.ts";

type Options = Readonly<Record<string, unknown>>;

/** What we use of WeChat's JS-SDK 1.6 (platform facts section 1.4). */
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
 * WeChat's JS-SDK, loaded when it is first needed, and in WeChat alone. A host that brings one along
 * keeps its own. null outside of WeChat, or where it does not load.
 */
export async function loadWechatSdk(): Promise<WechatSdk | null> {
  if (!isInWechat()) return null;
  const { wx, jWeixin } = window as Window & { wx?: WechatSdk; jWeixin?: WechatSdk };
  const brought = wx ?? jWeixin;
  if (typeof brought?.config === "function") return brought;
  loading ??= import("weixin-js-sdk").then(({ default: sdk }) => sdk as unknown as WechatSdk);
  try {
    return await loading;
  } catch {
    loading = null; // the next one who needs it tries again
    return null;
  }
}

/** The SDK stays silent outside of a real WeChat, without a word: nothing is waited for longer than this, ms. */
export const SDK_TIMEOUT = 3_000;

export type SdkAnswer =
  | { readonly is: "done"; readonly answer: Readonly<Record<string, unknown>> }
  /** `errMsg` as WeChat words it. */
  | { readonly is: "failed"; readonly errMsg: string }
  | { readonly is: "cancelled" | "silent" };

/** Makes one call of the SDK; whatever comes of it, it ends. */
export function callSdk(run: (callbacks: Options) => void, patience = SDK_TIMEOUT): Promise<SdkAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ is: "silent" }), patience);
    const end = (answer: SdkAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      run({
        success: (answer: Readonly<Record<string, unknown>>) => end({ is: "done", answer }),
        fail: (problem?: { errMsg?: string }) => end({ is: "failed", errMsg: problem?.errMsg ?? "" }),
        cancel: () => end({ is: "cancelled" }),
      });
    } catch (error) {
      end({ is: "failed", errMsg: String(error) });
    }
  });
}
