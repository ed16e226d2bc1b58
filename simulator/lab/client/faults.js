// @ts-check

/**
 * Faults that the lab can inject. `server` are faults in the format of POST /sim/faults, for one
 * simulated host each; `host` changes how the host itself behaves (its scenario).
 * @typedef {{path: string, method?: string, status?: number, code?: string, headers?: Record<string, string>, message?: string, body?: string, delayMs?: number, times?: number}} ServerFault
 * @typedef {{id: string, group: string, name: string, server?: readonly ServerFault[], host?: object}} Fault
 */

const MARKETING = "/mall-api/cop-marketing-base/api/v1";
const ACTIVITY = "/mall-api/cop-marketing-activity/api/v1/activity/page";
const always = 1_000;
const errorPage = "<!doctype html><meta charset=utf-8><title>503</title><h1>503 Service Unavailable</h1>";

/** Calls that exchange a token or a code for a session. */
const logins = ["cop/token-login", "vip/third/sessions-code", "cop/third/wechat-sessions"].map(
  (path) => `${MARKETING}/${path}`,
);
/** Calls that a captcha, a role or a flow rule may refuse. */
const writes = [`${ACTIVITY}/signup/*`, `${ACTIVITY}/lead/*`];

/** @type {readonly Fault[]} */
export const labFaults = [
  {
    id: "app-late",
    group: "应用",
    name: "应用桥晚到 1.5 秒",
    host: { native: { bridge: "late", lateMs: 1_500 } },
  },
  { id: "app-none", group: "应用", name: "没有应用桥", host: { native: { bridge: "never" } } },
  {
    id: "app-silent",
    group: "应用",
    name: "应用不应答",
    host: { native: { faults: { "*": { kind: "silent" } } } },
  },
  {
    id: "app-json",
    group: "应用",
    name: "应答不是 JSON",
    host: { native: { faults: { "*": { kind: "badJson" } } } },
  },
  {
    id: "app-shape",
    group: "应用",
    name: "应答缺字段",
    host: { native: { faults: { "*": { kind: "otherShape" } } } },
  },
  {
    id: "app-callback",
    group: "应用",
    name: "应答不带 callbackId",
    host: { native: { faults: { "*": { kind: "noCallbackId" } } } },
  },
  {
    id: "app-twice",
    group: "应用",
    name: "应答两次",
    host: { native: { faults: { "*": { kind: "twice" } } } },
  },
  { id: "app-slow", group: "应用", name: "应答慢 2 秒", host: { native: { answersAfterMs: 2_000 } } },
  { id: "app-old", group: "应用", name: "旧版应用 2.9", host: { native: { version: "2.9.0" } } },
  { id: "app-title", group: "应用", name: "标题栏关不掉", host: { native: { titleBar: "always" } } },
  { id: "wx-signature", group: "宿主", name: "微信签名无效", host: { wechat: { signature: "invalid" } } },
  { id: "wx-late", group: "宿主", name: "微信桥晚到 300 ms", host: { wechat: { bridge: "late" } } },
  { id: "wx-silent", group: "宿主", name: "微信桥不应答", host: { wechat: { bridge: "silent" } } },
  {
    id: "provider-down",
    group: "登录",
    name: "身份服务不可用",
    server: [
      ...["/pass/*", "/sim/wechat/*"].map((path) => ({ path, status: 503, body: errorPage, times: always })),
      ...logins.map((path) => ({ path, status: 502, times: always })),
    ],
  },
  {
    id: "login-once",
    group: "登录",
    name: "授权码首次作废（01）",
    server: logins.map((path) => ({ path, code: "01", message: "授权已失效", times: 1 })),
  },
  {
    id: "login-always",
    group: "登录",
    name: "授权码总是作废（01）",
    server: logins.map((path) => ({ path, code: "01", message: "授权已失效", times: always })),
  },
  {
    id: "token-invalid",
    group: "登录",
    name: "令牌无效（40102）",
    server: [{ path: `${MARKETING}/cop/token-login`, code: "40102", message: "登录已失效", times: always }],
  },
  {
    id: "captcha",
    group: "接口",
    name: "要求滑块（633）",
    server: writes.map((path) => ({
      path,
      method: "POST",
      status: 633,
      headers: { captcha_verify: "true" },
      times: 1,
    })),
  },
  {
    id: "branch",
    group: "接口",
    name: "流程提示（633）",
    server: writes.map((path) => ({
      path,
      method: "POST",
      status: 633,
      headers: { flow_branch_remark: encodeURIComponent("本场仅限受邀车主") },
      times: always,
    })),
  },
  {
    id: "not-eligible",
    group: "接口",
    name: "没有资格（613）",
    server: writes.map((path) => ({ path, method: "POST", status: 613, times: always })),
  },
  {
    id: "forbidden",
    group: "接口",
    name: "没有权限（406）",
    server: writes.map((path) => ({ path, method: "POST", status: 406, times: always })),
  },
  {
    id: "broken",
    group: "接口",
    name: "列表出错（500）",
    server: [{ path: `${ACTIVITY}/nearby`, status: 500, times: always }],
  },
  {
    id: "late",
    group: "接口",
    name: "列表慢 5 秒",
    server: [{ path: `${ACTIVITY}/nearby`, delayMs: 5_000, times: always }],
  },
];

export const labFaultGroups = [...new Set(labFaults.map(({ group }) => group))];

/**
 * Merges the host faults of these ids into a partial scenario.
 * @param {readonly string[]} ids
 * @returns {object}
 */
export function hostFaults(ids) {
  /** @type {Record<string, object>} */
  const scenario = {};
  for (const { id, host = {} } of labFaults)
    if (ids.includes(id))
      for (const [part, value] of Object.entries(host)) scenario[part] = { ...scenario[part], ...value };
  return scenario;
}

/**
 * Parses faults written by hand.
 * @param {string} text JSON: one fault or an array
 * @returns {readonly ServerFault[]}
 * @throws {SyntaxError} if the text is not JSON
 */
export function customFaults(text) {
  if (text.trim() === "") return [];
  const parsed = JSON.parse(text);
  return Array.isArray(parsed) ? parsed : [parsed];
}

/**
 * Server faults of these ids and of the custom JSON, repeated for each shown host.
 * @param {readonly string[]} ids
 * @param {string} custom JSON
 * @param {readonly string[]} names host names, for example wechat.lab.localhost
 */
export const serverFaults = (ids, custom, names) => {
  const faults = [
    ...labFaults.filter(({ id }) => ids.includes(id)).flatMap(({ server }) => server ?? []),
    ...customFaults(custom),
  ];
  return names.flatMap((host) => faults.map((fault) => ({ ...fault, host })));
};
