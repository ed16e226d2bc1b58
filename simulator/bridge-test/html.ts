import type { Brand } from "#contract/core/brand.ts";
import { escapeHtml, jsonForHtml } from "../html-escape.ts";

/**
 * The self-test's page.
 * @param facts data for page/main.js
 * @param host address of the simulated app's script; null: the page runs in a real app, or in none
 */
export const bridgeTestPage = (brand: Brand, facts: object, host: string | null): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>桥接自检 - ${escapeHtml(brand.name)}</title>
${host === null ? "" : `<script src="${escapeHtml(host)}"></script>`}
<link rel="stylesheet" href="/lab/bridge/page.css">
<script type="application/json" id="facts">${jsonForHtml(facts)}</script>
<script type="module" src="/lab/bridge/main.js"></script>
</head>
<body>
<header>
<h1>桥接自检</h1>
<p>在贵方 App 的内置浏览器中打开本页，逐项检查与网页约定的接口。</p>
</header>
<main>
<section aria-labelledby="host-title"><h2 id="host-title">运行环境</h2><div id="host"></div></section>
<section aria-labelledby="auto-title">
<div class="head"><h2 id="auto-title">自动检查</h2><button type="button" id="run" class="main">开始检查</button></div>
<ol id="auto"></ol>
</section>
<section aria-labelledby="hand-title">
<h2 id="hand-title">需要您操作的检查</h2>
<p class="c2">这些接口会打开 App 自己的界面，逐个点按。</p>
<ol id="hand"></ol>
</section>
<section aria-labelledby="report-title">
<div class="head"><h2 id="report-title">报告</h2><button type="button" id="copy">复制</button></div>
<textarea id="report" readonly rows="12" aria-labelledby="report-title"></textarea>
<p id="said" role="status"></p>
</section>
</main>
<noscript><p>本页需要脚本。请在内置浏览器中启用 JavaScript。</p></noscript>
</body>
</html>
`;
