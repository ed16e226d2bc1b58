// @ts-check

/** @typedef {readonly [value: string, label: string][]} Options */

/** Who holds the phone. @type {Options} */
export const personOptions = [
  ["visitor", "访客"],
  ["no-mobile", "无手机号"],
  ["mobile", "有手机号"],
  ["owner", "认证车主"],
  ["virtual", "虚拟用户"],
];
/** Whether that person is logged in to the app already. @type {Options} */
export const sessionOptions = [
  ["fresh", "尚未登录"],
  ["valid", "已登录"],
  ["expired", "登录已失效"],
];
/** What a host says when it is asked for the position. @type {Options} */
export const placeOptions = [
  ["granted", "允许定位"],
  ["city", "只给城市"],
  ["denied", "拒绝定位"],
  ["timeout", "定位超时"],
  ["unavailable", "无法定位"],
];
/** Where the person stands: WGS-84 degrees of the city's centre. @type {readonly [string, string, number, number][]} */
export const cityOptions = [
  ["310100", "上海", 121.4737, 31.2304],
  ["330100", "杭州", 120.1551, 30.2741],
  ["110100", "北京", 116.4074, 39.9042],
  ["510100", "成都", 104.0665, 30.5723],
];
/** @type {Options} */
export const networkOptions = [
  ["online", "网络正常"],
  ["slow", "网络很慢"],
  ["failing", "时断时续"],
  ["offline", "打开后断网"],
];
/** Of the window of a phone, CSS px. @type {Options} */
export const sizeOptions = [
  ["390x844", "手机 390 × 844"],
  ["360x740", "手机 360 × 740"],
  ["320x640", "手机 320 × 640"],
  ["768x1024", "平板 768 × 1024"],
];
/** @type {Options} */
export const themeOptions = [
  ["light", "浅色"],
  ["dark", "深色"],
];
/** Of the log. @type {Options} */
export const viewOptions = [
  ["all", "全部"],
  ["bridge", "桥"],
  ["call", "网关"],
  ["event", "埋点"],
  ["page", "导航"],
  ["failed", "仅错误"],
];

/** The app's own prefix; every page of it, with its query. */
export const HOME_PATH = "/marketing/area/activity/";

/** Everything that the lab shows, as its address says; the address without anything is this. */
export const initialLabState = {
  hosts: ["app-ios", "wechat", "wechat-mini", "phone"],
  path: HOME_PATH,
  env: "dev",
  person: "visitor",
  session: "fresh",
  place: "granted",
  city: "310100",
  network: "online",
  /** Of the server, as a local date and time; empty: the real one. */
  clock: "",
  size: "390x844",
  theme: "light",
  /** Ids of faults.js. @type {readonly string[]} */
  faults: [],
  /** Further faults, JSON as POST /sim/faults takes it. */
  custom: "",
  show: "all",
  focus: "",
};
/** @typedef {typeof initialLabState} State */

/** What each field may be; hosts and faults are checked by whoever knows them. */
const allowed = {
  person: personOptions,
  session: sessionOptions,
  place: placeOptions,
  city: cityOptions,
  network: networkOptions,
  size: sizeOptions,
  theme: themeOptions,
  show: viewOptions,
};

/** An address of the app: nothing else is ever framed. @param {string} text */
export function framePathOf(text) {
  const path = text.trim().replace(/^https?:\/\/[^/]+/, "");
  const url = new URL(path === "" ? HOME_PATH : path, `http://localhost${HOME_PATH}`);
  return url.pathname.startsWith(HOME_PATH) ? url.pathname + url.search + url.hash : HOME_PATH;
}

/**
 * The state that an address means; what it does not know is left as it begins.
 * @param {string} search @param {{hosts: readonly string[], environments: readonly string[], faults: readonly string[]}} known
 * @returns {State}
 */
export function parseLabState(search, known) {
  const query = new URLSearchParams(search);
  /** @type {Record<string, unknown>} */
  const state = { ...initialLabState };
  for (const [name, options] of Object.entries(allowed)) {
    const value = query.get(name) ?? "";
    if (options.some(([one]) => one === value)) state[name] = value;
  }
  /** @param {string} name @param {readonly string[]} among */
  const several = (name, among) => (query.get(name) ?? "").split(",").filter((one) => among.includes(one));
  const hosts = several("hosts", known.hosts);
  if (hosts.length > 0) state["hosts"] = [...new Set(hosts)];
  state["faults"] = several("faults", known.faults);
  if (known.environments.includes(query.get("env") ?? "")) state["env"] = query.get("env");
  if (known.hosts.includes(query.get("focus") ?? "")) state["focus"] = query.get("focus");
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(query.get("clock") ?? "")) state["clock"] = query.get("clock");
  state["path"] = framePathOf(query.get("path") ?? "");
  state["custom"] = query.get("custom") ?? "";
  return /** @type {State} */ (state);
}

/** The query that stateOf reads back; what is as in the beginning is left out. @param {State} state */
export function formatLabState(state) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = String(value);
    if (text !== String(initialLabState[/** @type {keyof State} */ (name)])) query.set(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** How a simulated host behaves (hosts/hosts.ts, Scenario). @param {State} state @param {{wechat?: object, native?: object}} [faulty] */
export function scenarioFromState(state, faulty = {}) {
  const city = cityOptions.find(([code]) => code === state.city);
  const [cityCode, , longitude, latitude] = city ?? ["310100", "", 121.4737, 31.2304];
  return { location: { outcome: state.place, longitude, latitude, cityCode }, ...faulty };
}
