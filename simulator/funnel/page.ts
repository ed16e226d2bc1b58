import { createHash } from "node:crypto";
import type { Brand } from "#contract/core/brand.ts";
import type { ClientName } from "#contract/host/hosts.ts";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import {
  funnelGroups,
  type FunnelGroup,
  type FunnelQuery,
  type FunnelRow,
} from "#contract/tracking/tracking.ts";
import { escapeHtml } from "../html-escape.ts";

const stepNames: Readonly<Record<FunnelStep, string>> = {
  page_view: "浏览页面",
  detail: "看到详情",
  sign_up_tapped: "点击报名",
  captcha_solved: "通过验证",
  submitted: "报名成功",
  checked_in: "到场签到",
};
const groupNames: Readonly<Record<FunnelGroup, string>> = {
  all: "全部",
  activity: "活动",
  channel: "渠道",
  host: "宿主",
  city: "城市",
  day: "日期",
};
const unknownNames: Readonly<Record<FunnelGroup, string>> = {
  all: "",
  activity: "",
  channel: "自然流量",
  host: "未知宿主",
  city: "未知城市",
  day: "",
};
const hostNames: Readonly<Record<ClientName, string>> = {
  appAndroid: "自有 App · 安卓",
  appIos: "自有 App · iOS",
  appOther: "自有 App · 其他系统",
  wechat: "微信浏览器",
  wechatMiniProgram: "微信小程序",
  baiduMiniProgram: "百度小程序",
  douyinMiniProgram: "抖音小程序",
  lifestyleMiniProgram: "小红书、支付宝小程序",
  mobileBrowser: "手机浏览器",
  pc: "电脑浏览器",
};
const dayOptions = [1, 7, 30, 90, 365];

const css = `:root{color-scheme:light dark;--bg:#f3f6f6;--card:#fff;--text:#152326;--soft:#56686c;--line:#dbe3e4;--brand:#0f4a4e;--bar:#2b8087;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e1618;--card:#172224;--text:#e6eeee;--soft:#9db0b3;--line:#2a393c;--brand:#7cc7cc;--bar:#3f9aa1;--on:#06201f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 1rem/1.5 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 48px}
.up{display:inline-block;padding:12px 0;color:var(--brand);font-size:.875rem}
h1{margin:0 0 4px;font-size:1.5rem}
h2{margin:0 0 12px;font-size:1.125rem}
p{margin:0 0 16px;color:var(--soft);font-size:.875rem}
form,section{margin:0 0 16px;padding:16px;border-radius:12px;background:var(--card)}
form{display:flex;flex-wrap:wrap;gap:12px;align-items:end}
label{display:grid;gap:4px;color:var(--soft);font-size:.875rem}
select,input,button{min-height:44px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
button{border:0;background:var(--brand);color:var(--on);font-weight:600}
th a{color:var(--brand)}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:10px 8px;border-top:1px solid var(--line);text-align:right;white-space:nowrap}
thead th{border:0;color:var(--soft);font-size:.875rem;font-weight:400}
th:first-child,td:first-child{text-align:left;white-space:normal;min-width:10em}
tbody th{font-weight:400}
small{display:block;color:var(--soft);font-size:.8125rem}
ol{display:grid;gap:10px;margin:0;padding:0;list-style:none}
li{display:grid;grid-template-columns:6em 1fr 8em;gap:12px;align-items:center}
li b{font-variant-numeric:tabular-nums;text-align:right;font-weight:600}
li b small{display:inline}
svg{width:100%;height:20px;border-radius:6px;background:var(--bg)}
rect{fill:var(--bar)}
@media (max-width:600px){li{grid-template-columns:5em 1fr 6.5em;gap:8px}}
:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}`;

/** Policy: only the page's own style; its form submits to this page. */
export const funnelPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;

const percentageOf = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`;
const options = <T extends string | number>(
  values: readonly T[],
  chosen: T,
  nameOf: (value: T) => string,
): string =>
  values
    .map(
      (value) => `<option value="${value}"${value === chosen ? " selected" : ""}>${nameOf(value)}</option>`,
    )
    .join("");

function barChart({ people }: FunnelRow): string {
  const max = Math.max(1, ...Object.values(people));
  const items = funnelSteps.map((step, at) => {
    const before = funnelSteps[at - 1];
    const rate = before === undefined ? "" : ` <small>${percentageOf(people[step], people[before])}</small>`;
    const width = ((100 * people[step]) / max).toFixed(2);
    return `<li><span>${stepNames[step]}</span><svg aria-hidden="true"><rect width="${width}%" height="100%"/></svg><b>${people[step]}${rate}</b></li>`;
  });
  return `<ol>${items.join("")}</ol>`;
}
/** Label of a group; null if only its code is known. */
function groupLabelOf({ group, title }: FunnelRow, by: FunnelGroup, cityName: CityName): string | null {
  if (by === "host") return Object.entries(hostNames).find(([host]) => host === group)?.[1] ?? null;
  return by === "city" ? cityName(group) : title;
}
function tableRow(row: FunnelRow, { by, days }: FunnelQuery, cityName: CityName): string {
  const { group, people } = row;
  const code = group === "" ? unknownNames[by] : group;
  const label = groupLabelOf(row, by, cityName);
  // An activity's row links to the activity's days.
  const link = `/lab/funnel?by=day&amp;days=${days}&amp;activityId=${encodeURIComponent(group)}`;
  const text =
    label === null
      ? ""
      : by === "activity"
        ? `<a href="${link}">${escapeHtml(label)}</a>`
        : escapeHtml(label);
  const head = label === null ? escapeHtml(code) : `${text}<small>${escapeHtml(code)}</small>`;
  const cells = funnelSteps.map((step) => `<td>${people[step]}</td>`);
  return `<tr><th scope="row">${head}</th>${cells.join("")}<td>${percentageOf(people.submitted, people.detail)}</td></tr>`;
}

/** Short name of a city by its code, null if unknown. */
type CityName = (code: string) => string | null;
type FunnelPageData = {
  readonly query: FunnelQuery;
  readonly total: FunnelRow | undefined;
  readonly rows: readonly FunnelRow[];
  readonly cityName: CityName;
};

/** The funnel as a page without scripts. */
export function funnelPage(brand: Brand, { query, total, rows, cityName }: FunnelPageData): string {
  const { by, days, activityId } = query;
  const head = funnelSteps.map((step) => `<th scope="col">${stepNames[step]}</th>`).join("");
  const table = `<div class="wide" role="region" aria-label="按${groupNames[by]}" tabindex="0"><table><thead><tr><th scope="col">${groupNames[by]}</th>${head}<th scope="col">详情→报名</th></tr></thead><tbody>${rows.map((row) => tableRow(row, query, cityName)).join("")}</tbody></table></div>`;
  const nothing = "<p>这段时间还没有记录。打开应用看看活动、报个名，再回到这里。</p>";
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>活动漏斗 - ${escapeHtml(brand.name)}</title><style>${css}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>活动漏斗</h1><p>每一步的人数，一人在一行里只算一次；每步后的百分比是相对上一步。报名成功和到场签到以服务器的记录为准，其余来自行为事件。</p>
<form method="get" action="/lab/funnel"><label>按<select name="by">${options(funnelGroups, by, (value) => groupNames[value])}</select></label>
<label>时间<select name="days">${options(dayOptions.includes(days) ? dayOptions : [...dayOptions, days], days, (value) => `近 ${value} 天`)}</select></label>
<label>活动编号<input name="activityId" inputmode="numeric" pattern="[0-9]*" maxlength="19" value="${escapeHtml(activityId)}"></label><button>查看</button></form>
<section><h2>合计</h2>${total ? barChart(total) : nothing}</section>${by !== "all" && rows.length > 0 ? `<section><h2>按${groupNames[by]}</h2>${table}</section>` : ""}</main></body>
</html>
`;
}
