import { createHash } from "node:crypto";
import type { Brand } from "#contract/core/brand.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { Kocs } from "../../server/koc/index.ts";
import { escapeHtml } from "../html-escape.ts";

type WaitingApplication = Awaited<ReturnType<Kocs["waiting"]>>[number];

const css = `:root{color-scheme:light dark;--bg:#f3f6f6;--card:#fff;--text:#152326;--soft:#56686c;--line:#dbe3e4;--brand:#0f4a4e;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e1618;--card:#172224;--text:#e6eeee;--soft:#9db0b3;--line:#2a393c;--brand:#7cc7cc;--on:#06201f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 1rem/1.5 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px 48px}
.up{display:inline-block;padding:8px 0;color:var(--brand);font-size:.875rem}
h1{margin:0 0 4px;font-size:1.5rem}
h2{margin:0;font-size:1.125rem}
p{margin:0 0 16px;color:var(--soft);font-size:.875rem}
form{display:grid;gap:12px;margin:0 0 16px;padding:16px;border-radius:12px;background:var(--card)}
form p{margin:0}
label{display:grid;gap:4px;color:var(--soft);font-size:.875rem}
input,button{min-height:44px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
.acts{display:flex;gap:12px}
.acts button{flex:1}
button.yes{border:0;background:var(--brand);color:var(--on);font-weight:600}
:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}`;

/** Policy: only the page's own style; its forms submit to this page. */
export const reviewPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;

const form = ({
  activity_id,
  user_id,
  applied_time,
  title,
  nickname,
  mobile,
  helpers,
  goal,
}: WaitingApplication): string =>
  `<form method="post" action="/lab/koc"><input type="hidden" name="activityId" value="${escapeHtml(activity_id)}"><input type="hidden" name="userId" value="${escapeHtml(user_id)}">
<div><h2>${escapeHtml(nickname)}${mobile === null ? "" : ` ${maskMobile(mobile)}`}</h2><p>${escapeHtml(title)} · ${applied_time.toISOString().slice(0, 16).replace("T", " ")} UTC</p><p>${helpers} / ${goal} 位好友助力${helpers >= goal ? " · 直通复审" : ""}</p></div>
<label>未通过的原因<input name="reason" maxlength="60" value="用车场景和本期主题不够贴近"></label>
<div class="acts"><button name="verdict" value="declined">不通过</button><button class="yes" name="verdict" value="accepted">通过</button></div></form>`;

/** Applications in review, each with two buttons. */
export const reviewPage = (brand: Brand, waiting: readonly WaitingApplication[]): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>KOC 审核 - ${escapeHtml(brand.name)}</title><style>${css}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>KOC 审核</h1><p>运营后台的替身，仅用于演示与测试。</p>${waiting.length === 0 ? "<p>没有等待审核的申请。</p>" : waiting.map(form).join("")}</main></body>
</html>
`;
