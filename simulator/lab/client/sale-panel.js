// @ts-check
import { callLab, byId, h, errorText, announce } from "./dom.js";
import { saleClockTime, saleDate, formatNumber } from "./sale-figures.js";

/** @typedef {import("./sale-feed.js").Sale} Sale */
/** @typedef {import("./sale-feed.js").CrowdState} CrowdState */

const phases = {
  idle: () => "",
  preparing: (/** @type {CrowdState} */ { ready, people }) =>
    `正在召集模拟人：${formatNumber(ready)} / ${formatNumber(people)}`,
  running: (/** @type {CrowdState} */ { opensAt, answered, taps }) =>
    opensAt !== null && opensAt > Date.now()
      ? `${saleClockTime(Math.ceil(opensAt / 1_000))} 开放报名`
      : `进行中：已应答 ${formatNumber(answered)} / ${formatNumber(taps)} 次点击`,
  ended: (/** @type {CrowdState} */ { taps }) => `演练结束：${formatNumber(taps)} 次点击都有了应答`,
  stopped: () => "演练已停止",
  failed: () => "演练没有成功，原因在服务日志里",
};

/** Form that starts a simulated crowd. @param {(activityId: string) => void} onStart */
export function crowdForm(onStart) {
  const form = /** @type {HTMLFormElement} */ (byId("crowd"));
  const start = /** @type {HTMLButtonElement} */ (byId("crowd-start"));
  const stop = byId("crowd-stop");
  let phase = "idle";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    const portsField = fields["ports"];
    const ports = (typeof portsField === "string" ? portsField : "")
      .split(",")
      .filter((text) => text.trim() !== "")
      .map(Number);
    const numbers = ["people", "seats", "seconds", "taps", "unsolved"].map((name) => [
      name,
      Number(fields[name]),
    ]);
    start.disabled = true;
    callLab("/lab/sale/crowd", { ...Object.fromEntries(numbers), ports }).then(
      ({ activityId }) => onStart(activityId),
      (/** @type {unknown} */ error) => {
        start.disabled = false;
        byId("crowd-state").textContent = `没有开始：${errorText(error)}`;
      },
    );
  });
  stop.addEventListener("click", () => {
    callLab("/lab/sale/crowd/stop", {}).then(
      () => announce("演练已停止"),
      (/** @type {unknown} */ error) => announce(`没有停下来：${errorText(error)}`),
    );
  });
  return {
    /** @param {CrowdState} state */
    show(state) {
      const isRunning = state.phase === "preparing" || state.phase === "running";
      start.disabled = isRunning;
      start.textContent = isRunning ? "演练中…" : "开始演练";
      stop.hidden = !isRunning;
      // An error stays visible until the crowd's state changes.
      if (state.phase !== "idle" || phase !== "idle")
        byId("crowd-state").textContent = phases[state.phase](state);
      phase = state.phase;
    },
    isRunning: () => phase === "preparing" || phase === "running",
  };
}

/**
 * Whether two records are of the same sale: a viewer knows only roughly when a sale began.
 * @param {{activityId: string, from: number}} one @param {{activityId: string, from: number} | null} other
 */
export const isSameSale = (one, other) =>
  other !== null && one.activityId === other.activityId && Math.abs(one.from - other.from) < 60;

/** @param {readonly Sale[]} sales @param {Sale | null} chosen @param {(sale: Sale) => void} open */
export function showList(sales, chosen, open) {
  /** @param {Sale} sale */
  const choose = (sale) => {
    open(sale);
    // On a phone the list is below the sale.
    const shown = byId("sale");
    if (shown.getBoundingClientRect().top < 0) shown.scrollIntoView({ block: "start" });
  };
  const items = sales.map((sale) => {
    const isChosen = isSameSale(sale, chosen);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "sale-item", "aria-pressed": String(isChosen), onclick: () => choose(sale) },
        h("b", {}, sale.title ?? `活动 ${sale.activityId}`),
        h(
          "small",
          { class: "cap c3" },
          `${saleDate(sale.from)} · ${sale.to - sale.from + 1} 秒 · ${formatNumber(sale.arrived)} 次点击 · 成功 ${formatNumber(sale.accepted)}`,
        ),
      ),
    );
  });
  byId("list").replaceChildren(
    ...(items.length > 0
      ? items
      : [h("li", { class: "sale-none cap c3" }, "还没有录制。有人报名时自动开始，重启后仍在。")]),
  );
}
