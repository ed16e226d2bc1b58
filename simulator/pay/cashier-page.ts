import { formatClock } from "#contract/core/date-text.ts";
import { escapeHtml } from "../html-escape.ts";
import type { SimulatedTrade } from "./store.ts";
import { yuan } from "./alipay-bodies.ts";

export const cashierCss = `:root{color-scheme:light dark;--bg:#ededed;--card:#fff;--text:#191919;--soft:#6b6b6b;--line:#e6e6e6;--brand:#06783f;--on:#fff}
.alipay{--brand:#1058c4}
@media (prefers-color-scheme:dark){:root{--bg:#111;--card:#1d1d1d;--text:#ededed;--soft:#a6a6a6;--line:#353535;--brand:#2ecc7a;--on:#04210f}.alipay{--brand:#6ea8ff;--on:#04122b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--text);font:400 1rem/1.5 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{display:flex;flex-direction:column;gap:16px;width:min(440px,100%);min-height:100vh;margin:0 auto;padding:16px 16px 32px}
.note{margin:0;padding:6px 12px;border:1px dashed var(--soft);border-radius:8px;font-size:.8125rem;color:var(--soft)}
section{padding:24px 20px;border-radius:16px;background:var(--card)}
h1{margin:0;font-size:1rem;font-weight:500;text-align:center}
.sum{margin:8px 0 20px;font-size:2.5rem;line-height:1.2;font-weight:600;text-align:center;font-variant-numeric:tabular-nums}
.sum small{margin-right:4px;font-size:1.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:10px 16px;margin:0;padding:16px 0 0;border-top:1px solid var(--line);font-size:.9375rem}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:12px;margin:auto 0 0}
button,.back{display:block;width:100%;min-height:48px;padding:12px;border:0;border-radius:12px;background:var(--card);color:var(--text);font:inherit;font-weight:500;text-align:center;text-decoration:none}
.main{background:var(--brand);color:var(--on);font-weight:600}
.plain{background:none;color:var(--soft)}
.state{margin:0;font-size:1.25rem;font-weight:600;text-align:center}
p{margin:8px 0 0;color:var(--soft);font-size:.9375rem;text-align:center}
:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}
@media (min-width:1024px){main{min-height:0;margin-top:64px}form{margin:0;grid-template-columns:1fr 1fr}form .main{grid-column:1/-1}}`;

const names = { wechat: "微信支付", alipay: "支付宝" } as const;
const page = (trade: SimulatedTrade, content: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${names[trade.channel]}收银台</title>
<style>${cashierCss}</style>
</head>
<body class="${trade.channel}">
<main>
<p class="note">模拟的${names[trade.channel]}收银台：不会扣款</p>
${content}
</main>
</body>
</html>`;

const rows = (trade: SimulatedTrade): string => `<dl>
<dt>商品</dt><dd>${escapeHtml(trade.description)}</dd>
<dt>商户单号</dt><dd>${escapeHtml(trade.outTradeNo)}</dd>
<dt>支付截止</dt><dd>${formatClock(trade.timeExpire)}</dd>
</dl>`;
const amount = (trade: SimulatedTrade): string =>
  `<div class="sum"><small>¥</small>${yuan(trade.amountFen)}</div>`;

/** The page on which a person pays. */
export const payPage = (trade: SimulatedTrade, merchantName: string, token: string): string =>
  page(
    trade,
    `<section>
<h1>付款给 ${escapeHtml(merchantName)}</h1>
${amount(trade)}
${rows(trade)}
</section>
<form method="post" action="/sim/pay/cashier">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="main" name="act" value="pay">确认支付</button>
<button name="act" value="later">稍后再付</button>
<button class="plain" name="act" value="cancel">取消</button>
</form>`,
  );

/** The page of a trade that cannot be paid (any more), or after a choice without a page to return to. */
export const statePage = (
  trade: SimulatedTrade,
  { title, text, back }: { title: string; text: string; back: string | null },
): string =>
  page(
    trade,
    `<section>
<h1 class="state">${title}</h1>
<p>${text}</p>
${amount(trade)}
${rows(trade)}
</section>
${back === null ? "" : `<a class="back" href="${escapeHtml(back)}">返回商家</a>`}`,
  );
