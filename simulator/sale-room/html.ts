import type { Brand } from "#contract/core/brand.ts";
import { escapeHtml } from "../html-escape.ts";

const sheet = (name: string): string => `<link rel="stylesheet" href="/lab/${name}.css">`;
const logo = ({ logo: paths, name, latin }: Brand): string =>
  `<span class="logo"><svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">${paths
    .map((path) => `<path d="${escapeHtml(path)}"/>`)
    .join("")}</svg><span><b>${escapeHtml(name)}</b><small>${escapeHtml(latin)}</small></span></span>`;

const field = (name: string, label: string, value: number, max: number, unit: string): string =>
  `<label class="sale-field"><span>${label}</span><span class="sale-box"><input name="${name}" type="number" inputmode="numeric" min="${name === "unsolved" ? 0 : 1}" max="${max}" value="${value}" required><i>${unit}</i></span></label>`;

const crowdForm = `<form id="crowd" class="pn" aria-labelledby="crowd-title"><header><h2 id="crowd-title">模拟开抢</h2></header>
<div class="sale-body"><p class="cap c3">生成一场新活动，3 秒后开放报名；模拟人用真实的会话、签名和滑块凭据，经 HTTP 报名。</p>
<div class="sale-fields">${field("people", "人数", 1_000, 5_000, "人")}${field("seats", "席位", 200, 100_000, "席")}${field("seconds", "集中在", 5, 120, "秒")}${field("taps", "每人点", 2, 5, "次")}${field("unsolved", "未过滑块", 5, 100, "%")}</div>
<details><summary>多个进程</summary><label class="sale-field"><span>端口</span><span class="sale-box"><input name="ports" inputmode="numeric" pattern="[0-9]{1,5}( *, *[0-9]{1,5})*" placeholder="本进程，或 8080, 8081"></span></label></details>
<p id="crowd-state" role="status" class="cap"></p>
<div class="sale-actions"><button class="btn p" id="crowd-start">开始演练</button><button class="btn o" id="crowd-stop" type="button" hidden>停止</button></div></div></form>`;

const replayBar = `<div class="sale-replay" role="group" aria-label="回放" hidden><button class="btn o xs" id="play" type="button">播放</button>
<input id="at" type="range" min="0" max="0" step="1" value="0" aria-label="时刻">
<output id="at-text" class="num" for="at"></output>
<label class="selx"><span class="sale-hidden">播放速度</span><select id="speed"><option value="1">1×</option><option value="2">2×</option><option value="5">5×</option></select></label>
<button class="btn t xs" id="follow" type="button" hidden>回到实时</button></div>`;

/** The sale room's page; the lab's scripts fill it. */
export const salePage = (brand: Brand): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>开抢现场 - ${escapeHtml(brand.name)}</title>${["lab", "controls", "log", "sale", "sale-charts"].map(sheet).join("")}<script type="module" src="/lab/sale-app.js"></script></head>
<body><a class="skip" href="#sale">跳到图表</a>
<header class="top">${logo(brand)}<h1>开抢现场</h1><a class="sale-back" href="/lab">环境实验室</a></header>
<main class="sale">
<section id="sale" class="sale-main" tabindex="-1" aria-labelledby="sale-title">
<div class="sale-head"><h2 id="sale-title">正在读取…</h2><span id="sale-state" class="tag" role="status"></span></div>
<p id="sale-conclusion" class="sale-conclusion"></p>
<div id="sale-fault" class="sale-fault" role="alert" hidden></div>
<div id="sale-empty" class="sale-empty" hidden></div>
${replayBar}
<div id="tiles" class="sale-tiles"></div>
<div id="charts" class="sale-charts"></div>
<section id="reasons" class="pn" aria-labelledby="reasons-title" hidden><header><h2 id="reasons-title">结果与拒绝原因</h2></header><div class="sale-wide" id="reasons-table" role="region" aria-label="结果与拒绝原因" tabindex="0"></div></section>
<section id="processes" class="pn" aria-labelledby="processes-title" hidden><header><h2 id="processes-title">各进程</h2></header><div class="sale-wide" id="processes-table" role="region" aria-label="各进程" tabindex="0"></div></section>
<details id="data" class="pn sale-data" hidden><summary>逐秒数据</summary><div class="sale-wide" id="data-table" role="region" aria-label="逐秒数据" tabindex="0"></div></details>
</section>
<aside class="sale-side">${crowdForm}
<section class="pn" aria-labelledby="list-title"><header><h2 id="list-title">录制</h2></header><ul id="list" class="sale-list"></ul></section></aside>
</main><p id="said" role="status"></p>
<noscript><p>开抢现场需要脚本</p></noscript></body>
</html>
`;
