import type { Brand } from "#contract/core/brand.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { dottedDate } from "#contract/core/shanghai-date.ts";
import type { StaffLink } from "../../server/club/index.ts";
import { escapeHtml } from "../html-escape.ts";

const dayOf = (time: number): string => `${dottedDate(time)} ${formatClock(time)}`;

export const linksPageCss = `:root{color-scheme:light dark;--bg:#f3f6f6;--card:#fff;--text:#152326;--soft:#56686c;--line:#dbe3e4;--brand:#0f4a4e;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e1618;--card:#172224;--text:#e6eeee;--soft:#9db0b3;--line:#2a393c;--brand:#7cc7cc;--on:#06201f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 1rem/1.5 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{max-width:860px;margin:0 auto;padding:24px 16px 48px}
.up{display:inline-flex;align-items:center;min-height:44px;color:var(--brand);font-size:.875rem}
h1{margin:0 0 4px;font-size:1.5rem}
h2{margin:0 0 8px;font-size:1.125rem}
p{margin:0 0 16px;color:var(--soft);font-size:.875rem}
section{margin:0 0 16px;padding:16px;border-radius:12px;background:var(--card)}
ul{margin:0;padding:0;list-style:none}
li{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:8px 0;border-top:1px solid var(--line)}
li:first-child{border:0}
small{display:block;color:var(--soft);font-size:.8125rem}
a{color:var(--brand);overflow-wrap:anywhere}
button{flex:none;min-height:44px;padding:0 14px;border:0;border-radius:8px;background:var(--brand);color:var(--on);font:inherit;font-weight:600;white-space:nowrap}
.less{background:none;color:var(--brand);box-shadow:inset 0 0 0 1px var(--line)}
:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}`;

/** An issued link, with its activity's title if it is for one. */
export type IssuedStaffLink = StaffLink & { readonly title?: string };
/** An activity that links can be created for, with the amount of its data. */
export type LinkableActivity = {
  readonly activityId: string;
  readonly title: string;
  readonly amount: string;
};
export type StaffLinkTexts = {
  readonly title: string;
  /** Purpose of the links. */
  readonly text: string;
  readonly fresh: string;
  /** Recipients of the links. */
  readonly sendTo: string;
};

export type LinksPageData = {
  readonly path: string;
  readonly texts: StaffLinkTexts;
  /** null: links for the whole product. */
  readonly candidates: readonly LinkableActivity[] | null;
  readonly issued: readonly IssuedStaffLink[];
  /** The link just created: it is not shown again. */
  readonly created: string | null;
  readonly now: number;
};

function stateOf({ isRevoked, expiresTime }: StaffLink, now: number): string {
  if (isRevoked) return "已作废";
  return expiresTime <= now ? "已过期" : `有效至 ${dayOf(expiresTime)}`;
}

const item = (text: string, more: string, button: string): string =>
  `<li><span>${escapeHtml(text)}<small>${escapeHtml(more)}</small></span>${button}</li>`;

/** Links of one kind, to be created and revoked, as a page without scripts. */
export function linksPage(
  { name }: Brand,
  { path, texts, candidates, issued, created, now }: LinksPageData,
): string {
  const post = (query: string, label: string, what: string, look = "") =>
    `<form method="post" action="${path}?${query}"><button${look} aria-label="${escapeHtml(`${label}：${what}`)}">${label}</button></form>`;
  const available =
    candidates === null
      ? `<section><form method="post" action="${path}"><button>生成链接</button></form></section>`
      : `<section><h2>为活动生成</h2><ul>${candidates
          .map(({ activityId, title, amount }) =>
            item(title, `${amount} · ${activityId}`, post(`activityId=${activityId}`, "生成链接", title)),
          )
          .join("")}</ul></section>`;
  const links = issued.map((link) => {
    const when = `${dayOf(link.createdTime)} 生成`;
    const { title = when } = link;
    const more = link.title === undefined ? stateOf(link, now) : `${when} · ${stateOf(link, now)}`;
    return item(
      title,
      more,
      link.isRevoked ? "" : post(`revoke=${link.linkId}`, "作废", title, ` class="less"`),
    );
  });
  const fresh =
    created === null
      ? ""
      : `<section><h2>${texts.fresh}</h2><p>${texts.sendTo}链接只显示这一次。</p><a id="made" href="${escapeHtml(created)}">${escapeHtml(created)}</a></section>`;
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${texts.title} - ${escapeHtml(name)}</title><style>${linksPageCss}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>${texts.title}</h1><p>${texts.text}</p>${fresh}
${available}
${links.length > 0 ? `<section><h2>已生成</h2><ul>${links.join("")}</ul></section>` : ""}</main></body>
</html>
`;
}
