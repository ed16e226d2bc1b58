import { createHash } from "node:crypto";
import type { Brand } from "#contract/core/brand.ts";
import { hostScriptOf, openTagFrames } from "#contract/host/host-scripts.ts";
import { clientOf, miniProgramOf } from "#contract/host/hosts.ts";

/** Inline scripts and styles of every page. */
export type InlineContent = { scripts: string[]; styles: string[] };
const hashes = (texts: string[]): string =>
  [...new Set(texts)]
    .map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ");
/** Sources of the host app's vendor that the policy allows. */
type VendorSources = { readonly script: string | null; readonly frames: string | null };
/** Hashes the product's own inline texts, never the content of the rendered page (requirement Z09). */
const buildPolicy = (
  { scripts, styles }: InlineContent,
  connectSources: readonly string[],
  vendor: VendorSources,
): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${vendor.script === null ? "" : `${vendor.script} `}${hashes(scripts)}`,
    `style-src 'self' ${hashes(styles)}`,
    "img-src 'self' https: data: blob:",
    // Videos, like pictures, are on any server of the operator.
    "media-src 'self' https:",
    `connect-src 'self' ${connectSources.join(" ")}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(vendor.frames === null ? [] : [`frame-src 'self' ${vendor.frames}`]),
  ].join("; ");
/**
 * Creates the policy of a page by user agent: the web view of a mini-program may load the one script of its vendor, and
 * WeChat's browser may show WeChat's own elements.
 * @param connectSources further origins that pages may call
 */
export function createPagePolicies(
  inline: InlineContent,
  connectSources: readonly string[],
  brand: Pick<Brand, "appMarker" | "hostScripts" | "openPlatformAppId">,
): (userAgent: string) => string {
  const policies = new Map<string, string>();
  return (userAgent) => {
    const client = { userAgent, appMarker: brand.appMarker };
    const script = hostScriptOf(miniProgramOf(client), brand.hostScripts);
    const hasOpenTags = brand.openPlatformAppId !== undefined && clientOf(client) === "wechat";
    const frames = hasOpenTags ? openTagFrames : null;
    const key = `${script ?? ""} ${frames ?? ""}`;
    const policy = policies.get(key) ?? buildPolicy(inline, connectSources, { script, frames });
    policies.set(key, policy);
    return policy;
  };
}
