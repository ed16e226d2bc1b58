import { createHash } from "node:crypto";
import type { Brand } from "#contract/core/brand.ts";
import { hostScriptOf, openTagFrames } from "#contract/host/host-scripts.ts";
import { clientOf, miniProgramOf } from "#contract/host/hosts.ts";

/** What stands inline in a page. */
export type InlineContent = { scripts: string[]; styles: string[] };
const hashes = (texts: string[]): string =>
  [...new Set(texts)]
    .map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ");
/** What the policy allows of a host's own. */
type VendorSources = { readonly script: string | null; readonly frames: string | null };
/** Hashes of our own inline texts, never of whatever stands in the page (requirement Z09). */
const buildPolicy = (
  { scripts, styles }: InlineContent,
  connect: readonly string[],
  vendor: VendorSources,
): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${vendor.script === null ? "" : `${vendor.script} `}${hashes(scripts)}`,
    `style-src 'self' ${hashes(styles)}`,
    "img-src 'self' https: data: blob:",
    // Films lie where the operator keeps them, like pictures.
    "media-src 'self' https:",
    `connect-src 'self' ${connect.join(" ")}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(vendor.frames === null ? [] : [`frame-src 'self' ${vendor.frames}`]),
  ].join("; ");
/**
 * The policy by the host that asks: a mini-program's web view may load the one script of its vendor,
 * WeChat's browser may show WeChat's own elements, and nobody else may either.
 */
export function createPagePolicies(
  inline: InlineContent,
  connect: readonly string[],
  brand: Pick<Brand, "appMarker" | "hostScripts" | "openPlatformAppId">,
): (userAgent: string) => string {
  const made = new Map<string, string>();
  return (userAgent) => {
    const facts = { userAgent, appMarker: brand.appMarker };
    const script = hostScriptOf(miniProgramOf(facts), brand.hostScripts);
    const hasOpenTags = brand.openPlatformAppId !== undefined && clientOf(facts) === "wechat";
    const frames = hasOpenTags ? openTagFrames : null;
    const key = `${script ?? ""} ${frames ?? ""}`;
    const policy = made.get(key) ?? buildPolicy(inline, connect, { script, frames });
    made.set(key, policy);
    return policy;
  };
}
