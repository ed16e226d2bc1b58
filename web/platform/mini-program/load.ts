import { hostScriptOf } from "#contract/host-scripts.ts";
import type { MiniProgramKind } from "#contract/hosts.ts";
import { siteNow } from "../site.ts";
import { loadWechatSdk } from "../wechat/sdk.ts";
import { SILENCE, type VendorObject } from "./host.ts";

type Vendors = {
  readonly wx?: { readonly miniProgram?: VendorObject };
  readonly swan?: { readonly webView?: VendorObject };
  readonly tt?: { readonly miniProgram?: VendorObject };
  readonly xhs?: { readonly miniProgram?: VendorObject };
  readonly my?: VendorObject;
};
const globals = (): Vendors => window as unknown as Vendors;

/** Where each host has its object (platform facts section 2). */
export const vendorObject: Readonly<Record<MiniProgramKind, () => VendorObject | undefined>> = {
  wechat: () => globals().wx?.miniProgram ?? wechat,
  baidu: () => globals().swan?.webView,
  douyin: () => globals().tt?.miniProgram,
  xiaohongshu: () => globals().xhs?.miniProgram,
  alipay: () => globals().my,
};
let wechat: VendorObject | undefined;

/** Adds a vendor's script to the page. @returns when it has run, failed, or is too late */
function loadScript(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    for (const end of ["load", "error"]) script.addEventListener(end, () => resolve());
    setTimeout(resolve, SILENCE);
    document.head.append(script);
  });
}

const loading = new Map<MiniProgramKind, Promise<void>>();
async function load(kind: MiniProgramKind): Promise<void> {
  if (kind === "wechat") {
    const sdk = await loadWechatSdk();
    wechat = sdk?.miniProgram as VendorObject | undefined;
    return;
  }
  const script = hostScriptOf(kind, siteNow().brand.hostScripts);
  if (script !== null) await loadScript(script);
}

/** Sees to it that the host's object is there. Only the host that this page runs in is ever loaded. */
export async function loadVendor(kind: MiniProgramKind): Promise<void> {
  if (vendorObject[kind]() !== undefined) return;
  const running = loading.get(kind) ?? load(kind);
  loading.set(kind, running);
  await running;
  // Not there after all: the next one who needs it tries again.
  if (vendorObject[kind]() === undefined) loading.delete(kind);
}
