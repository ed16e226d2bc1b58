import type { Brand } from "#contract/brand.ts";
import type { LeadLink, WantedDesk } from "../../server/lead/index.ts";
import { css, dayOf, escaped } from "../check-in/page.ts";

export { css } from "../check-in/page.ts";

type Shown = {
  path: string;
  wanted: readonly WantedDesk[];
  links: readonly LeadLink[];
  /** The link just made: it is not shown again. */
  made: string | null;
  now: number;
};

const stateOf = ({ isRevoked, expiresTime }: LeadLink, now: number): string => {
  if (isRevoked) return "已作废";
  return expiresTime <= now ? "已过期" : `有效至 ${dayOf(expiresTime)}`;
};

/** Links for the dealer's staff who call leads, as a page without script. */
export function leadsPage({ name }: Brand, { path, wanted, links, made, now }: Shown): string {
  const post = (query: string, label: string, what: string) =>
    `<form method="post" action="${path}?${query}"><button aria-label="${escaped(`${label}：${what}`)}">${label}</button></form>`;
  const offers = wanted.map(
    ({ activityId, title, leads }) =>
      `<li><span>${escaped(title)}<small>${leads} 条登记 · ${activityId}</small></span>${post(`activityId=${activityId}`, "生成链接", title)}</li>`,
  );
  const given = links.map(
    (link) =>
      `<li><span>${escaped(link.title)}<small>${dayOf(link.createdTime)} 生成 · ${stateOf(link, now)}</small></span>${link.isRevoked ? "" : post(`revoke=${link.linkId}`, "作废", link.title)}</li>`,
  );
  const fresh =
    made === null
      ? ""
      : `<section><h2>新的跟进链接</h2><p>发给门店的销售，在手机上打开。链接只显示这一次。</p><a id="made" href="${escaped(made)}">${escaped(made)}</a></section>`;
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>跟进链接 - ${escaped(name)}</title><style>${css}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>跟进链接</h1><p>门店凭链接查看一个活动的意向登记，逐个拨打并标记结果。</p>${fresh}
<section><h2>为活动生成</h2><ul>${offers.join("")}</ul></section>
${given.length > 0 ? `<section><h2>已生成</h2><ul>${given.join("")}</ul></section>` : ""}</main></body>
</html>
`;
}
