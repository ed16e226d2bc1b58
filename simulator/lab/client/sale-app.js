// @ts-check
import { byId, h, errorText } from "./dom.js";
import { SaleChart } from "./sale-chart.js";
import { SaleFeed, readSaleData } from "./sale-feed.js";
import * as figures from "./sale-figures.js";
import { crowdForm, isSameSale, showList } from "./sale-panel.js";
import { saleSummary } from "./sale-summary.js";
import { processesTable, reasonsTable, secondsTable, tiles } from "./sale-tables.js";

/** @typedef {import("./sale-figures.js").Point} Point */
/** @typedef {import("./sale-feed.js").Sale} Sale */

/** Seconds without an attempt after which a sale is over. */
const QUIET_SECONDS = 12;
/** Seconds of a running sale that the charts show. */
const CHART_SECONDS = 120;
const LIST_INTERVAL_MS = 5_000;

/** @type {Sale | null} */
let sale = null;
/** @type {Point[]} */
let points = [];
/** @type {Sale[]} */
let sales = [];
/** @type {SaleFeed | null} */
let feed = null;
/** Connection of the running sale; null while a recorded sale is shown. @type {"live" | "polling" | "lost" | null} */
let connection = null;
let cursor = 0;
let isFollowing = true;
/** @type {ReturnType<typeof setInterval> | undefined} */
let playTimer;
/** Offset of the server's clock from the page's clock, s. */
let clockOffset = 0;
const now = () => Date.now() / 1_000 + clockOffset;

/** @param {number} second */
function pick(second) {
  cursor = second;
  isFollowing = false;
  show();
}
const createChart = (
  /** @type {string} */ name,
  /** @type {"stack" | "lines"} */ kind,
  /** @type {import("./sale-chart.js").Series[]} */ series,
  format = figures.formatNumber,
) => new SaleChart({ name, kind, series, format, pick });
const charts = [
  createChart(
    "每秒结果",
    "stack",
    figures.attemptOutcomes.map(([outcome, label]) => ({
      id: outcome,
      label,
      valueAt: ({ all }) => all.ended[outcome] ?? 0,
    })),
  ),
  createChart("剩余席位", "lines", [{ id: "seats", label: "剩余席位", valueAt: figures.seatsLeftAt }]),
  createChart("排队与处理中", "lines", [
    { id: "waiting", label: "排队", valueAt: ({ all }) => all.waiting },
    { id: "underWay", label: "处理中", valueAt: ({ all }) => all.underWay },
  ]),
  createChart(
    "应答时间",
    "lines",
    [
      { id: "p50", label: "p50", valueAt: ({ all }) => all.p50 },
      { id: "p95", label: "p95", valueAt: ({ all }) => all.p95 },
      { id: "p99", label: "p99", valueAt: ({ all }) => all.p99 },
    ],
    figures.formatDuration,
  ),
];
byId("charts").append(...charts.map(({ element }) => element));

const play = byId("play");
const slider = /** @type {HTMLInputElement} */ (byId("at"));
const data = /** @type {HTMLDetailsElement} */ (byId("data"));
const crowd = crowdForm((activityId) => {
  void open({ activityId, title: null, from: Math.floor(now()), to: Infinity, arrived: 0, accepted: 0 });
});

const lastSecond = () => points.at(-1)?.second ?? 0;
const isLive = () => connection !== null;

/** Status of the sale. @returns {[string, string]} text and the tag's class */
function saleStatus() {
  if (sale === null) return ["", ""];
  if (connection === "lost") return [navigator.onLine ? "连接断开，正在重连" : "网络已断开", "err"];
  if (connection === null) return ["已结束 · 回放", ""];
  if (points.length === 0) return ["等待第一次点击", "soon"];
  const mode = connection === "live" ? "实时" : "实时 · 每 2 秒";
  return isFollowing ? [mode, "live"] : [`${mode} · 回看中`, "soon"];
}
function showHead() {
  const [text, kind] = saleStatus();
  const title = sale === null ? "还没有可看的开抢" : (sale.title ?? "新的一场开抢");
  byId("sale-title").textContent = title;
  const tag = byId("sale-state");
  tag.className = `tag ${kind}`;
  if (tag.textContent !== text) tag.textContent = text;
  tag.hidden = text === "";
}
function showReplay() {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".sale-replay"));
  const from = points[0]?.second ?? 0;
  bar.hidden = points.length === 0;
  slider.min = String(from);
  slider.max = String(lastSecond());
  slider.value = String(cursor);
  const text = `${figures.saleClockTime(cursor)} · 第 ${cursor - from + 1} 秒`;
  slider.setAttribute("aria-valuetext", text);
  byId("at-text").textContent = text;
  play.textContent = playTimer === undefined ? "播放" : "暂停";
  byId("follow").hidden = !isLive() || isFollowing;
}
function show() {
  if (isLive() && isFollowing && points.length > 0) cursor = lastSecond();
  showHead();
  showReplay();
  byId("sale-conclusion").textContent = saleSummary(points);
  const isEmpty = points.length === 0;
  byId("sale-empty").hidden = !isEmpty;
  for (const id of ["tiles", "charts", "reasons", "processes", "data"]) byId(id).hidden = isEmpty;
  showList(sales, sale, (chosen) => void open(chosen));
  if (isEmpty) return;
  const to = isLive() && isFollowing ? lastSecond() : Math.max(cursor, lastSecond());
  const first = points[0]?.second ?? to;
  const from = isLive() && isFollowing ? Math.max(first, to - CHART_SECONDS + 1) : first;
  const visible = points.filter(({ second }) => second >= from && second <= to);
  const point = figures.pointAt(points, cursor) ?? figures.lastUntil(points, cursor);
  const sum = figures.sumSeconds(points, cursor);
  for (const chart of charts) chart.update({ points: visible, from, to, cursor });
  byId("tiles").replaceChildren(...tiles(point, sum));
  byId("reasons-table").replaceChildren(reasonsTable(figures.pointAt(points, cursor), sum));
  byId("processes-table").replaceChildren(processesTable(figures.pointAt(points, cursor)));
  if (data.open) byId("data-table").replaceChildren(secondsTable(points));
}

/** @param {string} text empty: no error */
function showError(text) {
  const place = byId("sale-fault");
  place.hidden = text === "";
  place.replaceChildren(
    text,
    text === ""
      ? ""
      : h("button", { class: "btn o xs", type: "button", onclick: () => void begin() }, "重试"),
  );
}
/** Text of an error; a browser's TypeError has no helpful message if the server is unreachable. @param {unknown} error */
const failureText = (error) => (error instanceof TypeError ? "连不上服务" : errorText(error));
function showPlaceholder() {
  byId("sale-empty").replaceChildren(
    h("b", {}, sale === null ? "还没有录制" : "等待第一次点击"),
    h(
      "p",
      { class: "c3" },
      sale === null
        ? "开始一场演练，或等真人报名：只要有人报名，每一秒都会被记下。"
        : "有人报名后，席位、排队、结果和应答时间每秒更新。",
    ),
  );
}
function stopPlaying() {
  clearInterval(playTimer);
  playTimer = undefined;
}
function endFeed() {
  feed?.close();
  feed = null;
  connection = null;
}

/** Opens a sale: live while it is running, otherwise its recording. @param {Sale} chosen */
async function open(chosen) {
  stopPlaying();
  endFeed();
  sale = chosen;
  points = [];
  isFollowing = true;
  const isRunning = chosen.to >= now() - QUIET_SECONDS;
  const query = new URLSearchParams({ activity: chosen.activityId, from: String(chosen.from) });
  history.replaceState(null, "", `?${query.toString()}`);
  try {
    const until = isRunning ? "" : `&to=${chosen.to}`;
    const found = await readSaleData(`seconds?activityId=${chosen.activityId}&from=${chosen.from}${until}`);
    if (sale !== chosen) return;
    points = figures.mergeSeconds([], found.points);
    crowd.show(found.crowd);
    showError("");
  } catch (error) {
    if (sale === chosen) showError(`没有读到这场开抢：${failureText(error)}`);
  }
  cursor = isRunning ? lastSecond() : (points[0]?.second ?? 0);
  if (isRunning) follow(chosen);
  showPlaceholder();
  show();
}
/** @param {Sale} running */
function follow(running) {
  connection = "live";
  feed = new SaleFeed(running.activityId, running.from, {
    points: (more) => {
      points = figures.mergeSeconds(
        points,
        more.filter(({ second }) => second >= running.from),
      );
      show();
    },
    crowd: (state) => crowd.show(state),
    state: (state) => {
      connection = state;
      showHead();
    },
  });
}

/** Reloads the list of sales and ends the feed of a sale that is over. @param {boolean} opensNewest if no sale is open */
async function refreshList(opensNewest = true) {
  try {
    const found = await readSaleData("sales");
    clockOffset = found.now - Date.now() / 1_000;
    sales = found.sales;
    crowd.show(found.crowd);
    const listed = sales.find((other) => isSameSale(other, sale));
    if (listed && sale) sale = { ...listed, from: sale.from };
    if (
      isLive() &&
      connection !== "lost" &&
      points.length > 0 &&
      lastSecond() < now() - QUIET_SECONDS &&
      !crowd.isRunning()
    )
      endFeed();
    const [newest] = sales;
    if (opensNewest && sale === null && newest) await open(newest);
    showError("");
    show();
  } catch (error) {
    if (!isLive()) showError(`读不到数据：${failureText(error)}`);
  }
}
async function begin() {
  const query = new URLSearchParams(location.search);
  const activityId = query.get("activity") ?? "";
  const hasActivity = /^\d{1,19}$/.test(activityId);
  await refreshList(!hasActivity);
  const from = Number(query.get("from"));
  const requested =
    sales.find((other) => isSameSale(other, { activityId, from })) ??
    sales.find((other) => other.activityId === activityId);
  if (requested) await open(requested);
  else if (hasActivity)
    await open({ activityId, title: null, from: Math.floor(now()), to: Infinity, arrived: 0, accepted: 0 });
  showPlaceholder();
  show();
}

function step() {
  if (cursor >= lastSecond()) stopPlaying();
  else cursor++;
  show();
}
play.addEventListener("click", () => {
  if (playTimer !== undefined) stopPlaying();
  else {
    isFollowing = false;
    if (cursor >= lastSecond()) cursor = points[0]?.second ?? 0;
    const speed = Number(/** @type {HTMLSelectElement} */ (byId("speed")).value);
    playTimer = setInterval(step, 1_000 / speed);
  }
  show();
});
byId("speed").addEventListener("change", () => {
  if (playTimer === undefined) return;
  stopPlaying();
  play.click();
});
slider.addEventListener("input", () => pick(Number(slider.value)));
byId("follow").addEventListener("click", () => {
  stopPlaying();
  isFollowing = true;
  show();
  slider.focus();
});
data.addEventListener("toggle", show);
addEventListener("online", showHead);
addEventListener("offline", showHead);
setInterval(() => {
  if (!document.hidden) void refreshList();
}, LIST_INTERVAL_MS);
void begin();
