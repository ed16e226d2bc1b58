import type { Brand } from "#contract/core/brand.ts";
import type { StaffLink } from "../../server/club/index.ts";

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const dayOf = (time: number): string =>
  new Intl.DateTimeFormat("zh-CN", {
    timeZone: "Asia/Shanghai",
    dateStyle: "medium",
    timeStyle: "short",
  }).format(time);

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

/** A link that was given; of those that are for an activity, its title. */
export type IssuedStaffLink = StaffLink & { readonly title?: string };
/** An activity that a link may be wanted for, and how much there is to do with it. */
export type LinkableActivity = { readonly activityId: string; readonly title: string; readonly much: string };
export type StaffLinkTexts = {
  readonly title: string;
  /** What is done by such a link. */
  readonly text: string;
  readonly fresh: string;
  /** To whom it is sent. */
  readonly sendTo: string;
};

export type LinksPageData = {
  readonly path: string;
  readonly words: StaffLinkTexts;
  /** null: a link is for the whole product. */
  readonly offers: readonly LinkableActivity[] | null;
  readonly given: readonly IssuedStaffLink[];
  /** The link just made: it is not shown again. */
  readonly made: string | null;
  readonly now: number;
};

function stateOf({ isRevoked, expiresTime }: StaffLink, now: number): string {
  if (isRevoked) return "已作废";
  return expiresTime <= now ? "已过期" : `有效至 ${dayOf(expiresTime)}`;
}

const item = (text: string, more: string, button: string): string =>
  `<li><span>${escaped(text)}<small>${escaped(more)}</small></span>${button}</li>`;

/** Links of one kind, to be made and revoked, as a page without script. */
export function linksPage({ name }: Brand, { path, words, offers, given, made, now }: LinksPageData): string {
  const post = (query: string, label: string, what: string, look = "") =>
    `<form method="post" action="${path}?${query}"><button${look} aria-label="${escaped(`${label}：${what}`)}">${label}</button></form>`;
  const wanted =
    offers === null
      ? `<section><form method="post" action="${path}"><button>生成链接</button></form></section>`
      : `<section><h2>为活动生成</h2><ul>${offers
          .map(({ activityId, title, much }) =>
            item(title, `${much} · ${activityId}`, post(`activityId=${activityId}`, "生成链接", title)),
          )
          .join("")}</ul></section>`;
  const links = given.map((link) => {
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
    made === null
      ? ""
      : `<section><h2>${words.fresh}</h2><p>${words.sendTo}链接只显示这一次。</p><a id="made" href="${escaped(made)}">${escaped(made)}</a></section>`;
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${words.title} - ${escaped(name)}</title><style>${linksPageCss}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>${words.title}</h1><p>${words.text}</p>${fresh}
${wanted}
${links.length > 0 ? `<section><h2>已生成</h2><ul>${links.join("")}</ul></section>` : ""}</main></body>
</html>
`;
}
