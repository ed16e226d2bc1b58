import type { WechatSignature } from "#contract/wechat.ts";
import { entryAddress } from "../address.ts";
import { send } from "../http/send.ts";
import { loginSettled } from "../login/settled.ts";
import { siteNow } from "../site.ts";
import { Configurator } from "./configurator.ts";
import { loadWechatSdk } from "./sdk.ts";
import { addressesToSign, isPrivate } from "./signed-address.ts";

async function sign(signatureUrl: string): Promise<WechatSignature> {
  const { wechatSignatures, wechatSignaturesPrivately } = await import("#contract/wechat.ts");
  if (!isPrivate(signatureUrl)) return send(wechatSignatures, { signatureUrl }, { isSilent: true });
  // A code that is still to be exchanged is nobody else's business.
  await loginSettled();
  return send(wechatSignaturesPrivately, { signatureUrl }, { isSilent: true });
}

/** WeChat's JS-SDK, ready for the page on show; null where there is none (configurator.ts). */
export const wechatReady = new Configurator({
  load: loadWechatSdk,
  sign,
  addresses: () => addressesToSign(navigator.userAgent, entryAddress, location.href),
  openTagList: () => (siteNow().brand.openPlatformAppId === undefined ? [] : ["wx-open-launch-app"]),
}).ready;
