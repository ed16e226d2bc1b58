import { hostScriptOf } from "#contract/host/host-scripts.ts";
import type { MiniProgramKind } from "#contract/host/hosts.ts";
import { currentSite } from "../environment/site.ts";
import { loadWechatSdk } from "../wechat/sdk.ts";
import { VENDOR_TIMEOUT, type VendorObject } from "./vendor-adapter.ts";

type Vendors = {
  readonly wx?: { readonly miniProgram?: VendorObject };
  readonly swan?: { readonly webView?: VendorObject };
  readonly tt?: { readonly miniProgram?: VendorObject };
  readonly xhs?: { readonly miniProgram?: VendorObject };
  readonly my?: VendorObject;
};
const globals = (): Vendors => window as unknown as Vendors;

/** Finds the host's API object on the window (platform facts section 2). */
export const vendorObjects: Readonly<Record<MiniProgramKind, () => VendorObject | undefined>> = {
  wechat: () => globals().wx?.miniProgram ?? wechatObject,
  baidu: () => globals().swan?.webView,
  douyin: () => globals().tt?.miniProgram,
  xiaohongshu: () => globals().xhs?.miniProgram,
  alipay: () => globals().my,
};
let wechatObject: VendorObject | undefined;

/** Adds a vendor's script to the page. @returns resolves when it has run, failed or timed out */
function loadScript(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    for (const end of ["load", "error"]) script.addEventListener(end, () => resolve());
    setTimeout(resolve, VENDOR_TIMEOUT);
    document.head.append(script);
  });
}

const loading = new Map<MiniProgramKind, Promise<void>>();
async function load(kind: MiniProgramKind): Promise<void> {
  if (kind === "wechat") {
    const sdk = await loadWechatSdk();
    wechatObject = sdk?.miniProgram as VendorObject | undefined;
    return;
  }
  const script = hostScriptOf(kind, currentSite().brand.hostScripts);
  if (script !== null) await loadScript(script);
}

/** Loads the script of this page's host unless its object exists. Other hosts' scripts are never loaded. */
export async function loadVendorScript(kind: MiniProgramKind): Promise<void> {
  if (vendorObjects[kind]() !== undefined) return;
  const running = loading.get(kind) ?? load(kind);
  loading.set(kind, running);
  await running;
  // The object is still missing: the next call retries.
  if (vendorObjects[kind]() === undefined) loading.delete(kind);
}
