// @ts-check
import { byId, copy, h, icon, announce } from "./dom.js";
import { viewOptions } from "./state.js";

/**
 * @typedef {{id: string, host: string, at: number, type: string, name: string, direction: "out" | "in", result?: string, isFailed?: boolean, ms?: number, detail?: unknown, answer?: Entry}} Entry
 */

/** Limit of kept entries; older ones are dropped. */
const MAX_ENTRIES = 1_000;
/** Texts of some results. @type {Record<string, string>} */
const RESULT_TEXTS = {
  ok: "成功",
  "00": "成功",
  200: "成功",
  "01": "01 重新授权",
  401: "401 重新登录",
  406: "406 没有权限",
  500: "500 服务异常",
  602: "602 前置任务",
  611: "611 登录过期",
  613: "613 没有资格",
  633: "633 滑块",
  40102: "40102 令牌无效",
  network: "没有网络",
  abort: "已取消",
  granted: "成功",
  denied: "拒绝",
  timeout: "超时",
  unavailable: "不可用",
};
/** @type {Record<string, string>} */
const PREFIXES = { bridge: "bridge:", event: "track:", page: "", place: "geolocation:", error: "", call: "" };

/** @param {number} at */
const clockOf = (at) => {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
};
/** @param {Entry} entry */
const nameOf = ({ type, name }) =>
  (PREFIXES[type] ?? `${type}:`) +
  name.replace(/\/mall-api\/(cop-[\w-]+\/api\/v1|community)/, "").replace("/marketing/area/activity/", "/");
/** @param {Entry} entry */
const resultOf = ({ result, direction, isFailed }) => {
  if (result === undefined || result === "") return direction === "out" ? "请求" : isFailed ? "失败" : "成功";
  return RESULT_TEXTS[result] ?? result;
};
/** @param {Entry} entry */
const kindOf = ({ isFailed, direction, type }) => {
  if (isFailed) return "err";
  return direction === "in" ? "live" : type === "event" ? "soon" : "";
};

/** Log of all frames: newest last, filtered, with one entry in the inspector. */
export class MessageLog {
  /** @type {Entry[]} */
  #entries = [];
  #show = "all";
  #focus = "";
  /** @type {string | null} */
  #selected = null;
  #nameOfHost;
  #rows = h("tbody");
  #count = h("span", { class: "cap c3" });
  #chips = h("div", { class: "chips", role: "group", "aria-label": "筛选" });
  #inspector = h("section", { class: "pn in", "aria-label": "消息" });
  #drawing = 0;

  /**
   * @param {(kind: string) => string} nameOfHost
   * @param {(show: string) => void} onShow
   */
  constructor(nameOfHost, onShow) {
    this.#nameOfHost = nameOfHost;
    for (const [value, label] of viewOptions)
      this.#chips.append(
        h(
          "button",
          { type: "button", class: "chip", "data-show": value, onclick: () => onShow(value) },
          label,
        ),
      );
    const heads = ["时间", "", "环境", "消息 / 接口", "耗时", "结果"].map((text) =>
      h("th", { scope: "col" }, text),
    );
    const table = h("table", {}, h("thead", {}, h("tr", {}, ...heads)), this.#rows);
    table.addEventListener("keydown", (event) => this.#move(event));
    byId("log").append(
      h(
        "section",
        { class: "pn", "aria-label": "日志" },
        h(
          "header",
          {},
          h("h2", {}, "桥与请求日志 ", this.#count),
          this.#chips,
          h("button", { type: "button", class: "btn o xs", onclick: () => this.clear() }, "清空"),
          h(
            "button",
            { type: "button", class: "btn o xs", onclick: () => this.#save() },
            icon("save"),
            "导出",
          ),
        ),
        h("div", { class: "rows", tabindex: "0", role: "region", "aria-label": "日志内容" }, table),
      ),
      this.#inspector,
    );
    this.#inspect(null);
  }

  /** @param {Entry} entry */
  add(entry) {
    const existing = this.#entries.find(({ id }) => id === entry.id);
    // The response to a call updates the call's row; an answer of a host gets its own row.
    if (existing?.type === "call") {
      Object.assign(existing, { ...entry, at: existing.at });
      // Updates the inspector if it shows this call.
      if (existing.id === this.#selected) this.#inspect(existing);
    } else this.#entries.push({ ...entry, id: existing ? `${entry.id}.${entry.direction}` : entry.id });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.splice(0, this.#entries.length - MAX_ENTRIES);
    if (this.#drawing === 0) this.#drawing = requestAnimationFrame(() => this.#draw());
  }

  /** Applies the filter and the focused host of the lab's address. @param {{show: string, focus: string}} state */
  update({ show, focus }) {
    this.#show = show;
    this.#focus = focus;
    this.#draw();
  }

  clear() {
    this.#entries = [];
    this.#inspect(null);
    this.#draw();
    announce("日志已清空");
  }

  #shown() {
    return this.#entries.filter((entry) => {
      if (this.#focus !== "" && entry.host !== this.#focus) return false;
      if (this.#show === "failed") return entry.isFailed === true;
      if (this.#show === "bridge") return entry.type === "bridge" || entry.type === "place";
      return this.#show === "all" || entry.type === this.#show;
    });
  }

  #draw() {
    this.#drawing = 0;
    const shown = this.#shown();
    for (const chip of this.#chips.children)
      chip.setAttribute(
        "aria-pressed",
        String(/** @type {HTMLElement} */ (chip).dataset["show"] === this.#show),
      );
    const hostText = this.#focus === "" ? "" : ` · ${this.#nameOfHost(this.#focus)}`;
    this.#count.textContent = `${shown.length} 条 · 实时${hostText}`;
    const box = /** @type {HTMLElement} */ (this.#rows.closest(".rows"));
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    const active = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["id"];
    this.#rows.replaceChildren(...shown.map((entry) => this.#row(entry)));
    if (shown.length === 0)
      this.#rows.append(
        h("tr", {}, h("td", { colspan: 6, class: "none" }, "还没有消息，在上面的页面里点一点")),
      );
    if (active !== undefined)
      /** @type {HTMLElement | null} */ (this.#rows.querySelector(`[data-id="${active}"]`))?.focus();
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }

  /** @param {Entry} entry */
  #row(entry) {
    const isOut = entry.direction === "out" || entry.type === "call";
    const open = () => {
      this.#selected = entry.id;
      this.#inspect(entry);
      this.#draw();
    };
    return h(
      "tr",
      { class: entry.id === this.#selected ? "on" : "", onclick: open },
      h("td", { class: "num c3" }, clockOf(entry.at)),
      h(
        "td",
        {},
        h(
          "span",
          { class: `dir ${isOut ? "req" : "res"}`, "aria-label": isOut ? "发出" : "收到" },
          isOut ? "→" : "←",
        ),
      ),
      h("td", {}, this.#nameOfHost(entry.host)),
      h(
        "td",
        { class: "what" },
        h(
          "button",
          {
            type: "button",
            class: "row",
            "data-id": entry.id,
            "aria-pressed": String(entry.id === this.#selected),
          },
          h("code", {}, nameOf(entry)),
        ),
      ),
      h("td", { class: "num c3" }, entry.ms === undefined ? "—" : `${entry.ms} ms`),
      h("td", {}, h("span", { class: `tag ${kindOf(entry)}` }, resultOf(entry))),
    );
  }

  /** Moves the focus between rows by the arrow keys. @param {KeyboardEvent} event */
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const lines = /** @type {HTMLElement[]} */ ([...this.#rows.querySelectorAll("button.row")]);
    const at = lines.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    lines[at + step]?.focus();
  }

  /** @param {Entry | null} entry */
  #inspect(entry) {
    const { id: _id, host, at, isFailed: _failed, ...rest } = entry ?? { id: "", host: "", at: 0 };
    const text =
      entry === null
        ? ""
        : JSON.stringify({ host, at: new Date(at).toISOString(), ...rest }, null, 2).replace(
            /^\{\n\s*"marque".*\n/,
            "{\n",
          );
    this.#inspector.replaceChildren(
      h(
        "header",
        {},
        h("h2", { class: "el1" }, entry === null ? "消息" : entry.name),
        entry !== null && h("span", { class: `tag ${kindOf(entry)}` }, resultOf(entry)),
        entry !== null &&
          h(
            "button",
            { type: "button", class: "ib", "aria-label": "复制消息", onclick: () => void copy(text, "消息") },
            icon("copy", 20),
          ),
      ),
      entry === null
        ? h("p", { class: "none" }, "选一行，看它的内容。令牌、授权码和手机号在离开页面前已打码。")
        : code(text),
    );
  }

  #save() {
    const text = JSON.stringify(this.#shown(), null, 2);
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href: address, download: "marque-lab-log.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    announce("日志已导出");
  }
}

/** Renders JSON with its strings highlighted. @param {string} text */
function code(text) {
  const pre = h("pre", { tabindex: "0", "aria-label": "消息内容" });
  for (const part of text.split(/("(?:[^"\\]|\\.)*")/))
    pre.append(part.startsWith('"') ? h("b", {}, part) : part);
  return pre;
}
