import type { Brand } from "#contract/brand.ts";
import type { StaffLink } from "../../server/community/index.ts";
import { css, dayOf, escaped } from "../check-in/page.ts";

export { css } from "../check-in/page.ts";

type Shown = {
  path: string;
  links: readonly StaffLink[];
  /** The link just made: it is not shown again. */
  made: string | null;
  now: number;
};

const stateOf = ({ isRevoked, expiresTime }: StaffLink, now: number): string => {
  if (isRevoked) return "已作废";
  return expiresTime <= now ? "已过期" : `有效至 ${dayOf(expiresTime)}`;
};

/** Links for operators who decide complaints, as a page without script. */
export function complaintsPage({ name }: Brand, { path, links, made, now }: Shown): string {
  const given = links.map((link) => {
    const revoke = `<form method="post" action="${path}?revoke=${link.linkId}"><button aria-label="作废：${dayOf(link.createdTime)} 生成的链接">作废</button></form>`;
    return `<li><span>${dayOf(link.createdTime)} 生成<small>${stateOf(link, now)}</small></span>${link.isRevoked ? "" : revoke}</li>`;
  });
  const fresh =
    made === null
      ? ""
      : `<section><h2>新的处理链接</h2><p>发给负责车友圈的同事，在电脑或手机上打开。链接只显示这一次。</p><a id="made" href="${escaped(made)}">${escaped(made)}</a></section>`;
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>投诉处理链接 - ${escaped(name)}</title><style>${css}</style></head>
<body><main><h1>投诉处理链接</h1><p>凭链接处理车友圈里被举报的文章、评论和车友：隐藏、停用或驳回，处理后可以改判。</p>${fresh}
<section><form method="post" action="${path}"><button>生成链接</button></form></section>
${given.length > 0 ? `<section><h2>已生成</h2><ul>${given.join("")}</ul></section>` : ""}</main></body>
</html>
`;
}
