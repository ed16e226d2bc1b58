// @ts-check
import { byId, h, errorText } from "./dom.js";
import { SaleChart } from "./sale-chart.js";
import { SaleFeed, readSaleData } from "./sale-feed.js";
import {
  saleClockTime,
  attemptOutcomes,
  lastUntil,
  mergeSeconds,
  pointAt,
  seatsLeftAt,
  shownNumber,
  shownTime,
  sumSeconds,
} from "./sale-figures.js";
import { crowdForm, isSame, showList } from "./sale-panel.js";
import { saleSummary } from "./sale-summary.js";
import { processesTable, reasonsTable, secondsTable, tiles } from "./sale-tables.js";

/** @typedef {import("./sale-figures.js").Point} Point */
/** @typedef {import("./sale-feed.js").Sale} Sale */

/** A sale that nobody has come to for so many seconds is over. */
const QUIET = 12;
/** Seconds of a running sale that the charts show. */
const WINDOW = 120;
const LIST_EVERY = 5_000;

/** @type {Sale | null} */
let sale = null;
/** @type {Point[]} */
let points = [];
/** @type {Sale[]} */
let sales = [];
/** @type {SaleFeed | null} */
let feed = null;
/** How the figures come; null: they are recorded ones. @type {"live" | "polling" | "lost" | null} */
let coming = null;
let cursor = 0;
let isFollowing = true;
/** @type {ReturnType<typeof setInterval> | undefined} */
let playing;
/** How far the server's clock is ahead of the page's, s. */
let ahead = 0;
const now = () => Date.now() / 1_000 + ahead;

/** @param {number} second */
function pick(second) {
  cursor = second;
  isFollowing = false;
  show();
}
const figure = (
  /** @type {string} */ name,
  /** @type {"stack" | "lines"} */ kind,
  /** @type {import("./sale-chart.js").Series[]} */ series,
  shown = shownNumber,
) => new SaleChart({ name, kind, series, shown, pick });
const charts = [
  figure(
    "每秒结果",
    "stack",
    attemptOutcomes.map(([end, label]) => ({ id: end, label, of: ({ all }) => all.ended[end] ?? 0 })),
  ),
  figure("剩余席位", "lines", [{ id: "seats", label: "剩余席位", of: seatsLeftAt }]),
  figure("排队与处理中", "lines", [
    { id: "waiting", label: "排队", of: ({ all }) => all.waiting },
    { id: "underWay", label: "处理中", of: ({ all }) => all.underWay },
  ]),
  figure(
    "应答时间",
    "lines",
    [
      { id: "p50", label: "p50", of: ({ all }) => all.p50 },
      { id: "p95", label: "p95", of: ({ all }) => all.p95 },
      { id: "p99", label: "p99", of: ({ all }) => all.p99 },
    ],
    shownTime,
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
const isLive = () => coming !== null;

/** What is to be said of how things stand. @returns {[string, string]} text and tag's class */
function standing() {
  if (sale === null) return ["", ""];
  if (coming === "lost") return [navigator.onLine ? "连接断开，正在重连" : "网络已断开", "err"];
  if (coming === null) return ["已结束 · 回放", ""];
  if (points.length === 0) return ["等待第一次点击", "soon"];
  const how = coming === "live" ? "实时" : "实时 · 每 2 秒";
  return isFollowing ? [how, "live"] : [`${how} · 回看中`, "soon"];
}
function showHead() {
  const [text, kind] = standing();
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
  const text = `${saleClockTime(cursor)} · 第 ${cursor - from + 1} 秒`;
  slider.setAttribute("aria-valuetext", text);
  byId("at-text").textContent = text;
  play.textContent = playing === undefined ? "播放" : "暂停";
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
  showList(sales, sale, (one) => void open(one));
  if (isEmpty) return;
  const to = isLive() && isFollowing ? lastSecond() : Math.max(cursor, lastSecond());
  const first = points[0]?.second ?? to;
  const from = isLive() && isFollowing ? Math.max(first, to - WINDOW + 1) : first;
  const seen = points.filter(({ second }) => second >= from && second <= to);
  const point = pointAt(points, cursor) ?? lastUntil(points, cursor);
  const sum = sumSeconds(points, cursor);
  for (const chart of charts) chart.update({ points: seen, from, to, cursor });
  byId("tiles").replaceChildren(...tiles(point, sum));
  byId("reasons-table").replaceChildren(reasonsTable(pointAt(points, cursor), sum));
  byId("processes-table").replaceChildren(processesTable(pointAt(points, cursor)));
  if (data.open) byId("data-table").replaceChildren(secondsTable(points));
}

/** @param {string} text empty: nothing is wrong */
function fault(text) {
  const place = byId("sale-fault");
  place.hidden = text === "";
  place.replaceChildren(
    text,
    text === ""
      ? ""
      : h("button", { class: "btn o xs", type: "button", onclick: () => void begin() }, "重试"),
  );
}
/** A browser says nothing of use of a server that is not there. @param {unknown} error */
const why = (error) => (error instanceof TypeError ? "连不上服务" : errorText(error));
function empty() {
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
  clearInterval(playing);
  playing = undefined;
}
function endFeed() {
  feed?.close();
  feed = null;
  coming = null;
}

/** Opens a sale: as it goes where it is not over, else as it was. @param {Sale} wanted */
async function open(wanted) {
  stopPlaying();
  endFeed();
  sale = wanted;
  points = [];
  isFollowing = true;
  const isGoing = wanted.to >= now() - QUIET;
  const query = new URLSearchParams({ activity: wanted.activityId, from: String(wanted.from) });
  history.replaceState(null, "", `?${query.toString()}`);
  try {
    const until = isGoing ? "" : `&to=${wanted.to}`;
    const found = await readSaleData(`seconds?activityId=${wanted.activityId}&from=${wanted.from}${until}`);
    if (sale !== wanted) return;
    points = mergeSeconds([], found.points);
    crowd.show(found.crowd);
    fault("");
  } catch (error) {
    if (sale === wanted) fault(`没有读到这场开抢：${why(error)}`);
  }
  cursor = isGoing ? lastSecond() : (points[0]?.second ?? 0);
  if (isGoing) follow(wanted);
  empty();
  show();
}
/** @param {Sale} wanted */
function follow(wanted) {
  coming = "live";
  feed = new SaleFeed(wanted.activityId, wanted.from, {
    points: (more) => {
      points = mergeSeconds(
        points,
        more.filter(({ second }) => second >= wanted.from),
      );
      show();
    },
    crowd: (state) => crowd.show(state),
    state: (state) => {
      coming = state;
      showHead();
    },
  });
}

/** Whether the sale that is followed is over, and which others there are. @param {boolean} opensNewest where none is open */
async function look(opensNewest = true) {
  try {
    const found = await readSaleData("sales");
    ahead = found.now - Date.now() / 1_000;
    sales = found.sales;
    crowd.show(found.crowd);
    const same = sales.find((one) => isSame(one, sale));
    if (same && sale) sale = { ...same, from: sale.from };
    if (
      isLive() &&
      coming !== "lost" &&
      points.length > 0 &&
      lastSecond() < now() - QUIET &&
      !crowd.isGoing()
    )
      endFeed();
    const [newest] = sales;
    if (opensNewest && sale === null && newest) await open(newest);
    fault("");
    show();
  } catch (error) {
    if (!isLive()) fault(`读不到数据：${why(error)}`);
  }
}
async function begin() {
  const query = new URLSearchParams(location.search);
  const activityId = query.get("activity") ?? "";
  const isAsked = /^\d{1,19}$/.test(activityId);
  await look(!isAsked);
  const from = Number(query.get("from"));
  const asked =
    sales.find((one) => isSame(one, { activityId, from })) ??
    sales.find((one) => one.activityId === activityId);
  if (asked) await open(asked);
  else if (isAsked)
    await open({ activityId, title: null, from: Math.floor(now()), to: Infinity, arrived: 0, accepted: 0 });
  empty();
  show();
}

function step() {
  if (cursor >= lastSecond()) stopPlaying();
  else cursor++;
  show();
}
play.addEventListener("click", () => {
  if (playing !== undefined) stopPlaying();
  else {
    isFollowing = false;
    if (cursor >= lastSecond()) cursor = points[0]?.second ?? 0;
    const speed = Number(/** @type {HTMLSelectElement} */ (byId("speed")).value);
    playing = setInterval(step, 1_000 / speed);
  }
  show();
});
byId("speed").addEventListener("change", () => {
  if (playing === undefined) return;
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
  if (!document.hidden) void look();
}, LIST_EVERY);
void begin();
