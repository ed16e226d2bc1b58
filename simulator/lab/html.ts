import type { Brand } from "#contract/core/brand.ts";
import { escapeHtml, jsonForHtml } from "../html-escape.ts";

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>${head}</head>
<body>${body}</body>
</html>
`;
const sheet = (name: string): string => `<link rel="stylesheet" href="/lab/${name}.css">`;
const style = sheet("lab");
const logo = ({ logo: paths, name, latin }: Brand): string =>
  `<span class="logo"><svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">${paths
    .map((path) => `<path d="${escapeHtml(path)}"/>`)
    .join("")}</svg><span><b>${escapeHtml(name)}</b><small>${escapeHtml(latin)}</small></span></span>`;

/** The lab's page. @param facts data for client/app.js: hosts and environments */
export const labPage = (brand: Brand, facts: object): string =>
  page(
    `环境实验室 - ${brand.name}`,
    `${["lab", "controls", "frames", "log"].map(sheet).join("")}<script type="application/json" id="facts">${jsonForHtml({ ...facts, theme: brand.theme })}</script><script type="module" src="/lab/app.js"></script>`,
    `<a class="skip" href="#log">跳到日志</a>
<header class="top">${logo(brand)}<h1>环境实验室</h1><form id="bar" aria-label="页面"></form>
<nav class="rooms" aria-label="实验室的其他页面"><a href="/lab/sale">开抢现场</a><a href="/lab/funnel">漏斗</a><a href="/lab/console">运营后台</a><a href="/lab/check-in">签到链接</a><a href="/lab/leads">跟进链接</a><a href="/lab/compose">编辑链接</a><a href="/lab/complaints">投诉处理链接</a><a href="/lab/preview">预览链接</a><a href="/lab/koc">KOC 审核</a><a href="/lab/bridge">桥自检</a></nav></header>
<form id="scene" aria-label="场景"></form>
<main><div id="frames"></div><div id="log" tabindex="-1"></div></main>
<p id="said" role="status"></p>
<noscript><p class="er">环境实验室需要脚本</p></noscript>`,
  );

/** Page for requests under a name that is not this machine's. */
export const elsewherePage = (brand: Brand): string =>
  page(
    `环境实验室 - ${brand.name}`,
    style + sheet("controls"),
    `<main class="alone">${logo(brand)}<h1>请在运行它的机器上打开</h1><p>环境实验室给每个模拟宿主一个独立的源（wechat.lab.localhost 等），这些名字只指向浏览器所在的机器。请在那台机器上打开，或把端口转发到本机后访问 http://lab.localhost:端口/lab。</p></main>`,
  );

/** Shown in a frame while its person, session and storage are prepared. */
export const preparingPage = (): string =>
  page(
    "准备中",
    `${style}<script type="module" src="/lab/prepare.js"></script>`,
    '<main class="alone"><p id="state" role="status">正在准备…</p></main>',
  );
