import type { WechatSignature } from "#contract/wechat.ts";
import { entryAddress } from "../address.ts";
import { send } from "../http/send.ts";
import { loginSettled } from "../login/settled.ts";
import { siteNow } from "../site.ts";
import { loadWechatSdk, SILENCE, type WechatSdk } from "./sdk.ts";
import { addressesToSign, isPrivate } from "./signed-address.ts";

/** What our pages use; an open tag works only beside a list that is not empty. */
const jsApiList = ["updateAppMessageShareData", "updateTimelineShareData", "getLocation"];
const openTagList = ["wx-open-launch-app"];

/**
 * The SDK tells only once that it is ready. When it is configured again, for another address, no
 * error for this long counts as that, ms.
 */
const SETTLED = 1_000;

async function signatureOf(signatureUrl: string): Promise<WechatSignature> {
  const { wechatSignatures, wechatSignaturesPrivately } = await import("#contract/wechat.ts");
  if (!isPrivate(signatureUrl)) return send(wechatSignatures, { signatureUrl }, { isSilent: true });
  // A code that is still to be exchanged is nobody else's business.
  await loginSettled();
  return send(wechatSignaturesPrivately, { signatureUrl }, { isSilent: true });
}

let isFirst = true;
type Verdict = "ready" | "refused" | "silent";
/** Hands WeChat a signature. Its error decides: it calls an SDK that it refuses ready as well. */
function configure(
  sdk: WechatSdk,
  { appId, timestamp, noncestr, signature }: WechatSignature,
): Promise<Verdict> {
  const wasFirst = isFirst;
  isFirst = false;
  return new Promise((resolve) => {
    sdk.config({
      debug: false,
      appId,
      timestamp,
      nonceStr: noncestr,
      signature,
      jsApiList,
      openTagList: siteNow().brand.openPlatformAppId === undefined ? [] : openTagList,
    });
    sdk.error(() => resolve("refused"));
    if (wasFirst) sdk.ready(() => resolve("ready"));
    setTimeout(() => resolve(wasFirst ? "silent" : "ready"), wasFirst ? SILENCE : SETTLED);
  });
}

/** The address that WeChat has accepted. */
let accepted: string | null = null;
/** Whether WeChat wanted the other address than expected: then it is tried first from then on. */
let isOtherWay = false;

async function configureOne(sdk: WechatSdk, address: string): Promise<Verdict> {
  try {
    return await configure(sdk, await signatureOf(address));
  } catch {
    return "silent";
  }
}
/** Tries the likelier address, and after a refusal the other one, once. */
async function configureAny(sdk: WechatSdk, addresses: readonly string[]): Promise<boolean> {
  for (const [at, address] of addresses.entries()) {
    const verdict = await configureOne(sdk, address);
    if (verdict === "ready") {
      accepted = address;
      if (at > 0) isOtherWay = !isOtherWay;
      return true;
    }
    if (verdict === "silent") return false;
  }
  return false;
}

let underWay: Promise<unknown> = Promise.resolve();
/**
 * WeChat's JS-SDK, ready for the page on show: loaded, signed, accepted. null where it is none of
 * these, and outside of WeChat; nothing of it is waited for longer than some seconds.
 */
export async function wechatReady(): Promise<WechatSdk | null> {
  const sdk = await loadWechatSdk();
  if (sdk === null) return null;
  // One after another: the SDK has one configuration.
  const configured = underWay.then(() => {
    const addresses = addressesToSign(navigator.userAgent, entryAddress, location.href);
    if (isOtherWay) addresses.reverse();
    return accepted !== null && accepted === addresses[0] ? true : configureAny(sdk, addresses);
  });
  underWay = configured.catch(() => {});
  return (await configured) ? sdk : null;
}
