import { createHash } from "node:crypto";
import type { Brand } from "#contract/core/brand.ts";
import { escapeHtml } from "../../core/escape-html.ts";
import { loginErrorReason, identityMessages } from "../messages.ts";

/** Colours of the pages, light and dark; the brand's theme replaces the accent colours. */
const colours = ({ theme }: Brand) => ({
  light: {
    bg: "#f4f6f5",
    surface: "#fff",
    text: "#0e1c1e",
    soft: "#465557",
    faint: "#5f6e70",
    line: "#84918f",
    first: theme["--brand-700"] ?? "#0f4a4e",
    "on-first": "#fff",
    focus: "#1c7ed6",
  },
  dark: {
    bg: "#0a1214",
    surface: "#121c1f",
    text: "#edf4f3",
    soft: "#b3c0c0",
    faint: "#8fa0a1",
    line: "#71827f",
    first: theme["--brand-300"] ?? "#6cc9bd",
    "on-first": "#04211f",
    focus: "#7cc0ff",
  },
});
const variables = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** Inline style sheet of the pages, allowed in the policy by its hash. */
const cssOf = (brand: Brand): string => `:root{color-scheme:light dark;${variables(colours(brand).light)}}
@media (prefers-color-scheme:dark){:root{${variables(colours(brand).dark)}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:400 .9375rem/1.5rem -apple-system,"PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);margin:24px 0;padding:32px 24px;border-radius:16px;background:var(--surface);overflow-wrap:anywhere}
.name{margin:0 0 24px;font-size:.875rem;color:var(--faint)}
.name b{color:var(--text);margin-right:8px}
h1{margin:0 0 8px;font-size:1.375rem;line-height:1.875rem}
p{margin:0 0 8px;color:var(--soft)}
small{display:block;margin-top:16px;font-size:.75rem;color:var(--faint)}
button,.go{display:grid;place-items:center;box-sizing:border-box;width:100%;min-height:48px;margin-top:16px;padding:8px 16px;border:1px solid var(--line);border-radius:12px;background:none;color:inherit;font:inherit;text-decoration:none;cursor:pointer}
.first{border:0;background:var(--first);color:var(--on-first);font-weight:600}
button:focus-visible,.go:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`;

/**
 * Content security policy of all responses of the library and of these pages. form-action is not restricted,
 * since forms are redirected to the web app's origin; the library adds the hash of its one script to
 * script-src.
 */
export const htmlPagePolicy = (brand: Brand): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash("sha256").update(cssOf(brand)).digest("base64")}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Content security policy of the web build's pages.
 * @param securityBase base URL of the captcha if it has its own host
 */
export const identityPagePolicy = (securityBase: string | null): string =>
  [
    "default-src 'self'",
    ...(securityBase === null ? [] : [`connect-src 'self' ${new URL(securityBase).origin}`]),
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");

/** @param body HTML; the caller has escaped it */
function page(brand: Brand, title: string, body: string): string {
  const name = `<p class="name"><b>${escapeHtml(brand.idName)}</b>${escapeHtml(brand.idLatin)}</p>`;
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><title>${escapeHtml(title)} - ${escapeHtml(brand.idName)}</title><style>${cssOf(brand)}</style></head>
<body><main>${name}<h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`;
}

/** Link that leaves the page. @param home URL of the web app's first page */
const homeLink = (home: string): string =>
  `<a class="go first" href="${escapeHtml(home)}">${identityMessages.home}</a>`;

/** Page for a login that cannot continue. @param code error code of OpenID Connect */
export const loginErrorPage = (brand: Brand, code: string, home: string): string =>
  page(
    brand,
    identityMessages.errorTitle,
    `<p>${escapeHtml(loginErrorReason(code))}${identityMessages.errorHint}</p>${homeLink(home)}<small>${identityMessages.errorCode} ${escapeHtml(code.slice(0, 60))}</small>`,
  );

/**
 * Page that asks for confirmation of a log-out.
 * @param form the library's form with its CSRF token; id op.logoutForm
 */
export const logoutPage = (brand: Brand, form: string): string =>
  page(
    brand,
    identityMessages.logoutTitle(brand.idName),
    `<p>${identityMessages.logoutText}</p>${form}<button class="first" type="submit" form="op.logoutForm" value="yes" name="logout" autofocus>${identityMessages.logoutYes}</button><button type="submit" form="op.logoutForm">${identityMessages.logoutNo}</button>`,
  );

export const loggedOutPage = (brand: Brand, home: string): string =>
  page(brand, identityMessages.loggedOutTitle, `<p>${identityMessages.loggedOutText}</p>${homeLink(home)}`);
export const notBuiltPage = (brand: Brand): string =>
  page(brand, identityMessages.errorTitle, `<p>${identityMessages.notBuilt}</p>`);
