// @ts-check
import { callLab, h, icon } from "./dom.js";
import { hostFaults } from "./faults.js";
import { scenarioFromState } from "./state.js";

/**
 * @typedef {{kind: string, name: string, hint: string, icon: "app" | "chat" | "mini" | "web" | "pc", bar: "none" | "title" | "mini" | "address", isMobile: boolean, viewport: {width: number, height: number}}} Host
 * @typedef {import("./state.js").State} State
 * @typedef {{title: string, address: string, values: Record<string, string>, user: {nickname?: string, mobile?: string | null, owner?: boolean} | null}} Facts
 */

/** Heights of the system's status bar and of the host's own bar, CSS px of the phone. */
const STATUS_BAR = 44;
const HOST_BAR = 48;

/** Text of a message to the host, such as {isLogin: true}, without the host's envelope. @param {unknown} detail @returns {string} */
function messageOf(detail) {
  const { arg, data, ...rest } = /** @type {Record<string, unknown>} */ (detail ?? {});
  const inner = arg ?? data;
  if (typeof inner === "object" && inner !== null) return messageOf(inner);
  return Object.entries(rest)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join(" · ");
}

/** Host name of a simulated host in an environment (origins.ts). @param {string} kind @param {string} env */
export const frameHostName = (kind, env) => `${env === "dev" ? "" : `${env}-`}${kind}.lab.localhost`;

/** Login source if a mini-program's own page started the login. */
const MINI_PROGRAM_LOGIN = "小程序登录页";

/** Frame of one simulated host: its device, its page, and the facts of the page. */
export class DeviceFrame {
  host;
  element;
  #bar = h("div", { class: "chrome" });
  #screen = h("div", { class: "view" });
  #facts = h("dl", { class: "kvs" });
  #tag = h("span", { class: "tag" }, "打开中");
  #focus;
  /** @type {HTMLIFrameElement | null} */
  #iframe = null;
  /** @type {State | null} */
  #state = null;
  /** Latest observations by label. @type {Record<string, string>} */
  #observed = {};

  /**
   * @param {Host} host
   * @param {{clientId: string, onFocus: (kind: string) => void}} lab
   */
  constructor(host, lab) {
    this.host = host;
    this.lab = lab;
    this.#focus = h(
      "button",
      { type: "button", class: "head", "aria-pressed": "false", onclick: () => lab.onFocus(host.kind) },
      icon(host.icon, 20),
      h("span", { class: "f1" }, h("b", {}, host.name), h("span", { class: "cap c3 el1" }, host.hint)),
      this.#tag,
    );
    /** @type {(name: "back" | "reload" | "reset" | "open", label: string, run: () => void) => HTMLElement} */
    const tool = (name, label, run) =>
      h(
        "button",
        { type: "button", class: "ib", "aria-label": `${host.name}：${label}`, title: label, onclick: run },
        icon(name),
      );
    const isBare = host.bar === "none";
    this.element = h(
      "section",
      { class: `dev${host.isMobile ? "" : " wide"}`, "aria-label": host.name },
      h("h2", {}, this.#focus),
      h(
        "div",
        { class: host.isMobile ? "ph" : "win" },
        h(
          "div",
          { class: `scr${isBare ? " bare" : ""}` },
          // The app draws its own bars over the page.
          host.isMobile &&
            !isBare &&
            h("div", { class: "sbx", "aria-hidden": "true" }, h("span", {}, "9:41"), h("span", {}, "5G ▮")),
          !isBare && this.#bar,
          this.#screen,
        ),
      ),
      h(
        "div",
        { class: "tools" },
        tool("back", "后退", () => this.send("back")),
        tool("reload", "重载", () => this.send("reload")),
        tool("reset", "清空后重开", () => this.open()),
        tool("open", "在新标签页打开", () => window.open(this.#address(), "_blank", "noopener")),
      ),
      this.#facts,
    );
    new ResizeObserver(() => this.#fit()).observe(this.#screen);
  }

  get origin() {
    return `${location.protocol}//${frameHostName(this.host.kind, this.#state?.env ?? "dev")}${location.port && `:${location.port}`}`;
  }
  #address() {
    return this.origin + (this.#state?.path ?? "/");
  }
  /** @param {MessageEventSource | null} source */
  owns(source) {
    return source !== null && source === this.#iframe?.contentWindow;
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    const isFocused = state.focus === this.host.kind;
    this.element.classList.toggle("sel", isFocused);
    this.#focus.setAttribute("aria-pressed", String(isFocused));
    this.#draw();
    if (this.#iframe) this.#iframe.style.colorScheme = state.theme;
    this.#fit();
  }

  /** Size of the page's window, CSS px of the phone: the screen without the bars above the page. */
  #size() {
    if (!this.host.isMobile) return this.host.viewport;
    const [width = 390, height = 844] = (this.#state?.size ?? "").split("x").map(Number);
    const bars = this.host.bar === "none" ? 0 : STATUS_BAR + HOST_BAR;
    return { width, height: height - bars };
  }
  #fit() {
    const { width, height } = this.#size();
    const scale = this.#screen.clientWidth / width;
    this.#screen.style.height = `${Math.round(height * scale)}px`;
    this.element.style.setProperty("--scale", String(scale));
    if (!this.#iframe) return;
    Object.assign(this.#iframe.style, {
      width: `${width}px`,
      height: `${height}px`,
      transform: `scale(${scale})`,
    });
  }

  /** Reopens the page as a new user. @param {{walk?: boolean}} [options] */
  open({ walk = false } = {}) {
    const state = this.#state;
    if (!state) return;
    const setup = {
      marque: "lab",
      scenario: scenarioFromState(state, hostFaults(state.faults)),
      prepare: {
        person: state.person,
        session: walk ? "fresh" : state.session,
        target: state.path,
        clientId: this.lab.clientId,
      },
      walk,
    };
    this.#observed = {};
    this.#facts.replaceChildren();
    this.#tag.textContent = "打开中";
    const isSlow = state.network === "slow";
    void this.setNetwork(isSlow ? "slow" : "online").then(() => {
      this.#tag.textContent = "打开中";
      this.#iframe?.remove();
      this.#iframe = h("iframe", {
        name: JSON.stringify(setup),
        title: `${this.host.name}里的页面`,
        src: `${this.origin}/lab/prepare`,
        allow: "geolocation; clipboard-write",
      });
      this.#iframe.style.colorScheme = state.theme;
      this.#screen.replaceChildren(this.#iframe);
      this.#fit();
    });
  }

  /** Sends a command to the page's script. @param {string} command @param {object} [values] */
  send(command, values = {}) {
    this.#iframe?.contentWindow?.postMessage({ marque: "lab", what: command, ...values }, this.origin);
  }

  /**
   * Sets the network condition of this host.
   * @param {string} mode
   */
  async setNetwork(mode) {
    await callLab("/sim/network", { host: frameHostName(this.host.kind, this.#state?.env ?? "dev"), mode });
    this.send("network", { isOnline: mode !== "offline" });
    this.#tag.textContent = mode === "offline" ? "离线" : "在线";
  }

  /** Handles a message of the page's script. @param {{what: string, isLoggedIn?: boolean} & Facts} message */
  handleMessage(message) {
    if (message.what === "loaded") this.#tag.textContent = "在线";
    if (message.what === "settled") {
      const network = this.#state?.network;
      // The network fails only after the page has loaded.
      if (network === "offline" || network === "failing") void this.setNetwork(network);
    }
    if (message.what === "walked") this.#tag.textContent = message.isLoggedIn ? "已登录" : "等人操作";
    if (message.what !== "walked") this.#show(message);
  }

  /** Derives the sources of the login and of the location from a log entry. @param {import("./log.js").Entry} entry */
  observe(entry) {
    const { type, name, direction, result = "", detail } = entry;
    if (type === "bridge" && /getSxToken/.test(name)) this.#observed["登录"] = "getSxToken → token-login";
    if (type === "bridge" && /(navigateTo|redirectTo)$/.test(name))
      this.#observed["登录"] = MINI_PROGRAM_LOGIN;
    if (type === "bridge" && name.endsWith("postMessage") && direction === "out")
      this.#observed["宿主消息"] = messageOf(detail);
    // A code after the mini-program's own page belongs to the login that the page started.
    if (type === "call" && /wechat-sessions/.test(name) && this.#observed["登录"] !== MINI_PROGRAM_LOGIN)
      this.#observed["登录"] = "code → wechat-sessions";
    if (type === "call" && /sessions-code/.test(name)) this.#observed["登录"] = "code → sessions-code";
    if (type === "page" && /\/pass\//.test(name)) this.#observed["登录"] ??= "身份服务页面";
    const isLocation = /getGeoPosition|geoLocation|getCurrentPosition/.test(name);
    if (isLocation && direction === "in") this.#observed["定位"] = `${name} ${result}`;
    if (type === "call" && /location-ip/.test(name)) this.#observed["定位"] = "location-ip";
    if (type === "event") {
      const { properties } = /** @type {{properties?: Record<string, string>}} */ (detail ?? {});
      if (properties?.["platform_type"]) this.#observed["platform_type"] = properties["platform_type"];
    }
  }

  /** @param {Facts} facts */
  #show({ title, address, values, user }) {
    const userText = user
      ? [user.nickname, user.mobile ?? "无手机号", user.owner && "认证车主"].filter(Boolean).join(" · ")
      : "访客";
    /** @type {Record<string, string>} */
    const lines = { 用户: userText, ...this.#observed };
    for (const name of ["wxAuthFlag", "SSOLoginFlag", "state"]) if (values[name]) lines[name] = values[name];
    lines["地址"] = address.replace("/marketing/area/activity", "");
    this.#facts.replaceChildren(
      ...Object.entries(lines).flatMap(([name, value]) => [
        h("dt", {}, name),
        h("dd", { class: "el1", title: value }, value),
      ]),
    );
    this.#title = title;
    this.#draw();
  }
  #title = "";

  /** Draws the host's own bar above the page. */
  #draw() {
    const title = h("span", { class: "m2 el1" }, this.#title);
    const bars = {
      none: [],
      title: [icon("close"), title, icon("more")],
      mini: [icon("back"), title, h("span", { class: "pillx" }, "••• ◎")],
      address: [
        h(
          "span",
          { class: "url el1" },
          icon("lock"),
          frameHostName(this.host.kind, this.#state?.env ?? "dev"),
        ),
      ],
    };
    this.#bar.replaceChildren(...bars[this.host.bar]);
    this.#bar.setAttribute("aria-hidden", "true");
  }
}
