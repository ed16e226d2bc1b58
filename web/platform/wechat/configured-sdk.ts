import type { WechatSignature } from "#contract/wechat/wechat.ts";
import { entryAddress } from "../navigation/address.ts";
import { send } from "../http/send.ts";
import { whenLoginSettled } from "../login/login-lock.ts";
import { currentSite } from "../environment/site.ts";
import { SdkConfigurator } from "./sdk-configurator.ts";
import { loadWechatSdk } from "./sdk.ts";
import { urlsToSign, hasPrivateParameters } from "./signed-url.ts";

async function sign(signatureUrl: string): Promise<WechatSignature> {
  const { wechatSignatures, wechatSignaturesPrivately } = await import("#contract/wechat/wechat.ts");
  if (!hasPrivateParameters(signatureUrl))
    return send(wechatSignatures, { signatureUrl }, { isSilent: true });
  // A login code that is still to be exchanged must not be revealed.
  await whenLoginSettled();
  return send(wechatSignaturesPrivately, { signatureUrl }, { isSilent: true });
}

/** WeChat's JS-SDK, configured for the current page; null when it is not available (sdk-configurator.ts). */
export const wechatReady = new SdkConfigurator({
  load: loadWechatSdk,
  sign,
  addresses: () => urlsToSign(navigator.userAgent, entryAddress, location.href),
  openTagList: () => (currentSite().brand.openPlatformAppId === undefined ? [] : ["wx-open-launch-app"]),
}).ready;
