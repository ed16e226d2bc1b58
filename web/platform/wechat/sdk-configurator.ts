import type { WechatSignature } from "#contract/wechat/wechat.ts";
import { SDK_TIMEOUT, type WechatSdk } from "./sdk.ts";

/** What our pages use; an open tag works only beside a list that is not empty. */
const jsApiList = ["updateAppMessageShareData", "updateTimelineShareData", "getLocation"];

/**
 * The SDK tells only once that it is ready. When it is configured again, for another address, no
 * error for this long counts as that, ms.
 */
const SETTLED = 1_000;

export type SdkConfiguratorPorts = {
  /** null outside of WeChat, or where it does not load. */
  readonly load: () => Promise<WechatSdk | null>;
  readonly sign: (address: string) => Promise<WechatSignature>;
  /** The addresses that WeChat may want signed now, the likelier first. */
  readonly addresses: () => string[];
  /** Custom elements of WeChat's that our pages use. */
  readonly openTagList: () => readonly string[];
};
type ConfigurationResult = "ready" | "refused" | "silent";

/** Keeps WeChat's JS-SDK configured for the page on show (requirement E19). */
export class SdkConfigurator {
  readonly #parts: SdkConfiguratorPorts;
  #isFirst = true;
  /** The address that WeChat has accepted. */
  #accepted: string | null = null;
  /** Whether WeChat wanted the other address than expected: then it is tried first from then on. */
  #isOtherWay = false;
  /** One after another: the SDK has one configuration. */
  #underWay: Promise<unknown> = Promise.resolve();
  constructor(parts: SdkConfiguratorPorts) {
    this.#parts = parts;
  }

  /**
   * The SDK, ready for the page on show: loaded, signed, accepted. null where it is none of these,
   * and outside of WeChat; nothing of it is waited for longer than some seconds.
   */
  readonly ready = async (): Promise<WechatSdk | null> => {
    const sdk = await this.#parts.load();
    if (sdk === null) return null;
    const configured = this.#underWay.then(() => this.#configureAny(sdk));
    this.#underWay = configured.catch(() => {});
    return (await configured) ? sdk : null;
  };

  /** Tries the likelier address, and after a refusal the other one, once. */
  async #configureAny(sdk: WechatSdk): Promise<boolean> {
    const addresses = this.#parts.addresses();
    if (this.#isOtherWay) addresses.reverse();
    if (this.#accepted !== null && this.#accepted === addresses[0]) return true;
    for (const [at, address] of addresses.entries()) {
      const verdict = await this.#configureOne(sdk, address);
      if (verdict === "silent") return false;
      if (verdict === "refused") continue;
      this.#accepted = address;
      if (at > 0) this.#isOtherWay = !this.#isOtherWay;
      return true;
    }
    return false;
  }
  async #configureOne(sdk: WechatSdk, address: string): Promise<ConfigurationResult> {
    try {
      return await this.#hand(sdk, await this.#parts.sign(address));
    } catch {
      return "silent";
    }
  }

  /** Hands WeChat a signature. Its error decides: it calls an SDK that it refuses ready as well. */
  #hand(
    sdk: WechatSdk,
    { appId, timestamp, noncestr, signature }: WechatSignature,
  ): Promise<ConfigurationResult> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return new Promise((resolve) => {
      // Listened for first: WeChat may answer at once.
      sdk.error(() => resolve("refused"));
      sdk.config({
        debug: false,
        appId,
        timestamp,
        // WeChat's signed text says noncestr, its SDK says nonceStr.
        nonceStr: noncestr,
        signature,
        jsApiList,
        openTagList: this.#parts.openTagList(),
      });
      if (isFirst) sdk.ready(() => resolve("ready"));
      setTimeout(() => resolve(isFirst ? "silent" : "ready"), isFirst ? SDK_TIMEOUT : SETTLED);
    });
  }
}
