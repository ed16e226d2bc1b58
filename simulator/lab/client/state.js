// @ts-check

/** @typedef {readonly [value: string, label: string][]} Options */

/** People who use the phone. @type {Options} */
export const personOptions = [
  ["visitor", "访客"],
  ["no-mobile", "无手机号"],
  ["mobile", "有手机号"],
  ["owner", "认证车主"],
  ["virtual", "虚拟用户"],
];
/** Login states of the person in the app. @type {Options} */
export const sessionOptions = [
  ["fresh", "尚未登录"],
  ["valid", "已登录"],
  ["expired", "登录已失效"],
];
/** Answers of a host to a location request. @type {Options} */
export const placeOptions = [
  ["granted", "允许定位"],
  ["city", "只给城市"],
  ["denied", "拒绝定位"],
  ["timeout", "定位超时"],
  ["unavailable", "无法定位"],
];
/** Positions of the person: WGS-84 degrees of city centres. @type {readonly [string, string, number, number][]} */
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
/** Sizes of the phone's window, CSS px. @type {Options} */
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
/** Filters of the log. @type {Options} */
export const viewOptions = [
  ["all", "全部"],
  ["bridge", "桥"],
  ["call", "网关"],
  ["event", "埋点"],
  ["page", "导航"],
  ["failed", "仅错误"],
];

/** Path prefix of every page of the app. */
export const HOME_PATH = "/marketing/area/activity/";

/** Initial state of the lab, which an address without a query means. */
export const initialLabState = {
  hosts: ["app-ios", "wechat", "wechat-mini", "phone"],
  path: HOME_PATH,
  env: "dev",
  person: "visitor",
  session: "fresh",
  place: "granted",
  city: "310100",
  network: "online",
  /** Server time as a local date and time; empty for the real time. */
  clock: "",
  size: "390x844",
  theme: "light",
  /** Ids of faults.js. @type {readonly string[]} */
  faults: [],
  /** Further faults: JSON in the format of POST /sim/faults. */
  custom: "",
  show: "all",
  focus: "",
};
/** @typedef {typeof initialLabState} State */

/** Allowed values of each field; hosts and faults are validated against the known ones. */
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

/** Path of a page of the app; every other address becomes the home page, so that nothing else is framed. @param {string} text */
export function framePathOf(text) {
  const path = text.trim().replace(/^https?:\/\/[^/]+/, "");
  const url = new URL(path === "" ? HOME_PATH : path, `http://localhost${HOME_PATH}`);
  return url.pathname.startsWith(HOME_PATH) ? url.pathname + url.search + url.hash : HOME_PATH;
}

/**
 * Parses the lab's address; unknown values become the initial ones.
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
  /** @param {string} name @param {readonly string[]} choices */
  const several = (name, choices) =>
    (query.get(name) ?? "").split(",").filter((one) => choices.includes(one));
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

/** Formats the query that parseLabState reads; initial values are omitted. @param {State} state */
export function formatLabState(state) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = String(value);
    if (text !== String(initialLabState[/** @type {keyof State} */ (name)])) query.set(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Scenario of a simulated host (hosts/hosts.ts). @param {State} state @param {{wechat?: object, native?: object}} [faults] */
export function scenarioFromState(state, faults = {}) {
  const city = cityOptions.find(([code]) => code === state.city);
  const [cityCode, , longitude, latitude] = city ?? ["310100", "", 121.4737, 31.2304];
  return { location: { outcome: state.place, longitude, latitude, cityCode }, ...faults };
}
