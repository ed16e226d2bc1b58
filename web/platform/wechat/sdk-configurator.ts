import type { WechatSignature } from "#contract/wechat/wechat.ts";
import { SDK_TIMEOUT, type WechatSdk } from "./sdk.ts";

/** The APIs that our pages use. An open tag needs a list that is not empty. */
const jsApiList = ["updateAppMessageShareData", "updateTimelineShareData", "getLocation"];

/**
 * The SDK reports ready only once. When it is configured again for another address, no error within this time
 * counts as success, ms.
 */
const RECONFIGURE_WAIT = 1_000;

export type SdkConfiguratorPorts = {
  /** null outside of WeChat, or when the SDK does not load. */
  readonly load: () => Promise<WechatSdk | null>;
  readonly sign: (address: string) => Promise<WechatSignature>;
  /** The addresses that WeChat may expect to be signed, the likelier first. */
  readonly addresses: () => string[];
  /** WeChat's custom elements that our pages use. */
  readonly openTagList: () => readonly string[];
};
type ConfigurationResult = "ready" | "refused" | "silent";

/** Keeps WeChat's JS-SDK configured for the current page (requirement E19). */
export class SdkConfigurator {
  readonly #ports: SdkConfiguratorPorts;
  #isFirst = true;
  /** The address that WeChat has accepted. */
  #accepted: string | null = null;
  /** Whether WeChat expects the less likely address, which is then tried first. */
  #prefersSecondUrl = false;
  /** Serializes configurations, since the SDK has only one. */
  #pending: Promise<unknown> = Promise.resolve();
  constructor(ports: SdkConfiguratorPorts) {
    this.#ports = ports;
  }

  /**
   * The SDK, loaded and configured for the current page; null when that fails, and outside of WeChat. Takes
   * some seconds at most.
   */
  readonly ready = async (): Promise<WechatSdk | null> => {
    const sdk = await this.#ports.load();
    if (sdk === null) return null;
    const configured = this.#pending.then(() => this.#configureAny(sdk));
    this.#pending = configured.catch(() => {});
    return (await configured) ? sdk : null;
  };

  /** Configures with the likelier address, and after a refusal with the other one. */
  async #configureAny(sdk: WechatSdk): Promise<boolean> {
    const addresses = this.#ports.addresses();
    if (this.#prefersSecondUrl) addresses.reverse();
    if (this.#accepted !== null && this.#accepted === addresses[0]) return true;
    for (const [index, address] of addresses.entries()) {
      const result = await this.#configureOne(sdk, address);
      if (result === "silent") return false;
      if (result === "refused") continue;
      this.#accepted = address;
      if (index > 0) this.#prefersSecondUrl = !this.#prefersSecondUrl;
      return true;
    }
    return false;
  }
  async #configureOne(sdk: WechatSdk, address: string): Promise<ConfigurationResult> {
    try {
      return await this.#configure(sdk, await this.#ports.sign(address));
    } catch {
      return "silent";
    }
  }

  /**
   * Configures the SDK with a signature. The error decides, since WeChat reports ready even for a refused
   * configuration.
   */
  #configure(
    sdk: WechatSdk,
    { appId, timestamp, noncestr, signature }: WechatSignature,
  ): Promise<ConfigurationResult> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return new Promise((resolve) => {
      // Registered first, since WeChat may answer at once.
      sdk.error(() => resolve("refused"));
      sdk.config({
        debug: false,
        appId,
        timestamp,
        // WeChat's signed text has `noncestr`, its SDK has `nonceStr`.
        nonceStr: noncestr,
        signature,
        jsApiList,
        openTagList: this.#ports.openTagList(),
      });
      if (isFirst) sdk.ready(() => resolve("ready"));
      setTimeout(() => resolve(isFirst ? "silent" : "ready"), isFirst ? SDK_TIMEOUT : RECONFIGURE_WAIT);
    });
  }
}
