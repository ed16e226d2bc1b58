import { createHash } from "node:crypto";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { escapeHtml } from "../html-escape.ts";
import { personKinds, simulatedPersonOf, type SimulatedPerson } from "./people.ts";

const css = `:root{color-scheme:light dark;--bg:#fff;--text:#191919;--soft:#6b6b6b;--line:#e6e6e6;--green:#067a43;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#191919;--text:#e9e9e9;--soft:#a3a3a3;--line:#353535;--green:#07c160;--on:#04210f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 1.0625rem/1.5 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{display:flex;flex-direction:column;width:min(440px,100vw);min-height:100vh;margin:0 auto;padding:24px}
.note{margin:0 0 24px;padding:6px 12px;border:1px dashed var(--line);border-radius:8px;font-size:.8125rem;color:var(--soft)}
.who{display:flex;align-items:center;gap:10px;margin:0 0 20px;font-size:.9375rem}
.who svg{flex:none;color:var(--green)}
h1{margin:0 0 4px;font-size:1.25rem;line-height:1.4}
p{margin:0 0 16px;color:var(--soft);font-size:.9375rem}
fieldset{margin:8px 0 24px;padding:0;border:0;border-top:1px solid var(--line)}
legend{padding:0 0 8px;font-size:.9375rem;color:var(--soft)}
label{display:flex;align-items:center;gap:12px;min-height:64px;padding:8px 0;border-bottom:1px solid var(--line);cursor:pointer}
label span{flex:1;min-width:0}
label small{display:block;font-size:.8125rem;color:var(--soft)}
label img{width:40px;height:40px;border-radius:6px}
input{width:20px;height:20px;margin:0;accent-color:var(--green)}
.acts{display:flex;justify-content:center;gap:12px;margin-top:auto;padding:24px 0}
button{min-width:120px;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:var(--line);color:var(--text);font:inherit;font-weight:600;cursor:pointer}
a{display:inline-block;padding:10px 0;color:var(--green)}
button.yes{background:var(--green);color:var(--on)}
:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}`;

/**
 * Policy: only the page's own style and pictures; form targets are not restricted, because the code goes to
 * the redirect address.
 */
export const pagePolicy = `default-src 'none'; script-src 'self'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'self'`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${css}</style></head>
<body><main><p class="note">微信的替身，仅用于演示与测试</p>${body}</main></body>
</html>
`;

/** WeChat's page for an invalid authorize address. */
export const wechatErrorPage = (errcode: number, why: string): string =>
  page(
    "出错了",
    `<h1>${escapeHtml(why)}</h1><p>错误码 ${errcode}</p><p><a href="${WEB_BASE}">回到活动首页</a></p>`,
  );

const personOption = ({ kind, nickname, about, openId }: SimulatedPerson, isFirst: boolean): string =>
  `<label><img src="/sim/wechat/avatar/${openId}.svg" alt=""><span>${escapeHtml(nickname)}<small>${escapeHtml(about)}</small></span><input type="radio" name="person" value="${kind}"${isFirst ? " checked" : ""}></label>`;

/**
 * Consent page of snsapi_userinfo, with the selectable people. @param request parameters of the authorize
 * address
 */
export function consentPage(
  account: string,
  appId: string,
  request: Readonly<Record<string, string>>,
): string {
  const people = personKinds.flatMap((kind) => simulatedPersonOf(kind, appId, "") ?? []);
  const hidden = Object.entries(request).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    "微信授权",
    `<div class="who"><svg width="28" height="28" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M12 2l8 3v6c0 5-3.4 9.4-8 11-4.6-1.600-8-6-8-11V5z"/></svg><span>${escapeHtml(account)} 申请</span></div>
<h1>获得你的昵称、头像</h1><p>允许后，将回到刚才的页面。</p>
<form method="post" action="/sim/wechat/connect/oauth2/authorize">${hidden.join("")}
<fieldset><legend>使用哪个微信身份</legend>${people.map((person, at) => personOption(person, at === 0)).join("")}</fieldset>
<div class="acts"><button type="submit" name="decision" value="deny">拒绝</button><button class="yes" type="submit" name="decision" value="allow">允许</button></div></form>`,
  );
}

const COLOURS = [
  "#2f6f73",
  "#8a5a2b",
  "#4c5b8f",
  "#8a3f5a",
  "#4d7a3a",
  "#6b4c8f",
  "#a0522d",
  "#2d6ca0",
  "#7a6a2a",
  "#5a5f66",
  "#1f7a5c",
];
/** Avatar of a person: a colour and a shape derived from the openid. */
export function avatarSvg(openId: string): string {
  const hash = createHash("sha256").update(openId).digest();
  const colour = COLOURS[(hash[3] ?? 0) % COLOURS.length] ?? COLOURS[0];
  const x = 20 + ((hash[1] ?? 0) % 24);
  const y = 60 + ((hash[2] ?? 0) % 20);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 132"><rect width="132" height="132" fill="${colour}"/><path d="M0 132L${x + 24} ${y}L${x + 62} 132ZM40 132L${x + 66} ${y - 18}L132 132Z" fill="#fff" fill-opacity=".55"/><circle cx="${132 - x}" cy="${x}" r="13" fill="#fff" fill-opacity=".8"/></svg>`;
}
