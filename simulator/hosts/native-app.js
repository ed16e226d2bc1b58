// The maker's app on Android or iOS, as a web page sees it (contract section 8, docs/native-bridge.md): its
// user agent, the object that receives requests, and the answers. Runs before all scripts of the page, after
// native-screens.js; plain script, for the lab and the end-to-end tests.
//
// window.__marqueHost = {kind: "app-android" | "app-ios", scenario, brand?, userAgent?} is set before.
// scenario.location = {outcome: "granted" | "city" | "denied" | "timeout" | "unavailable", longitude,
// latitude, cityCode}
// scenario.native (NativeScenario in native-app.ts) has all other settings; each is optional.
{
  const host = (window.__marqueHost ??= { kind: "app-android", scenario: {} });
  const { appMarker = "QinglanApp", bridgeKey = "QinglanBridge" } = host.brand ?? {};
  const isAndroid = host.kind === "app-android";
  const scenario = {
    version: "3.2.0",
    mobile: null,
    token: null,
    statusBar: isAndroid ? 32 : 54,
    titleBar: "obeys",
    login: "screen",
    share: "sheet",
    permission: "given",
    bridge: "ok",
    lateMs: 400,
    answersAfterMs: 15,
    missing: [],
    faults: {},
    values: {},
    ...host.scenario?.native,
  };
  const place = host.scenario?.location ?? { outcome: "unavailable" };

  // State of the app across documents of its page, in the session storage in between: stored after the page's
  // own code has ended, removed before it starts.
  const STATE_KEY = "marque-simulated-app";
  const app = {
    isLoggedIn: scenario.mobile !== null || scenario.token !== null,
    token: scenario.token,
    values: { ...scenario.values },
  };
  try {
    const stored = JSON.parse(sessionStorage.getItem(STATE_KEY));
    if (stored?.of === JSON.stringify(scenario)) Object.assign(app, stored.app);
    sessionStorage.removeItem(STATE_KEY);
  } catch {
    // Without storage the app restarts on every page.
  }
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(STATE_KEY, JSON.stringify({ of: JSON.stringify(scenario), app }));
    } catch {
      // as above
    }
  });

  const log = (window.__marqueHostLog ??= []);
  let entries = 0;
  /** In the lab page.js reports, without secrets. */
  const report = (entry) => {
    if (host.report) return host.report({ type: "bridge", ...entry });
    const whole = {
      marque: "host",
      type: "bridge",
      host: host.kind,
      at: Date.now(),
      id: ++entries,
      ...entry,
    };
    log.push(whole);
    if (window.parent !== window) window.parent.postMessage(whole, host.lab ?? "*");
    return whole.id;
  };

  const SYSTEM = isAndroid
    ? "Mozilla/5.0 (Linux; Android 15; PGT-AN20 Build/AP3A.240905.015; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.103 Mobile Safari/537.36"
    : "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
  const marker = new RegExp(`\\s*${appMarker}/\\S+`, "i");
  host.userAgent = `${(host.userAgent ?? SYSTEM).replace(marker, "")} ${appMarker}/${scenario.version}`;
  for (const [name, text] of [
    ["userAgent", host.userAgent],
    ["appVersion", host.userAgent.replace(/^Mozilla\//, "")],
  ])
    Object.defineProperty(Navigator.prototype, name, {
      configurable: true,
      enumerable: true,
      get: () => text,
    });

  class AppError extends Error {
    constructor(code, message) {
      super(message);
      this.code = code;
    }
  }
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Access token of the identity provider for the person, as from the app's own login. */
  async function token(isNew = false) {
    if (!app.isLoggedIn) throw new AppError("PF0001", "not logged in");
    if (isNew) app.token = null;
    if (app.token === null) {
      const answer = await fetch(new URL("/sim/native-token", location.href), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ mobile: scenario.mobile ?? scenario.loginAs ?? "13800138000" }),
      });
      app.token = (await answer.json()).data.accessToken;
    }
    return { sxToken: app.token };
  }
  const FAILURES = {
    denied: ["GEO_DENIED", "permission denied"],
    timeout: ["GEO_UNAVAILABLE", "no position in time"],
    unavailable: ["GEO_UNAVAILABLE", "location services are off"],
  };
  async function position({ ask = true }) {
    if (scenario.position) return scenario.position;
    if (scenario.permission === "dialog" && app.mayLocate === undefined) {
      if (!ask) throw new AppError("GEO_UNAVAILABLE", "not asked yet");
      app.mayLocate = await host.screens.ask({
        title: "允许使用你的位置信息？",
        text: "用于查找附近的活动和经销商",
        choices: [
          ["允许", true],
          ["不允许", false],
        ],
      });
    }
    if (app.mayLocate === false) throw new AppError(...FAILURES.denied);
    if (place.outcome === "timeout") await later(3_000);
    if (FAILURES[place.outcome]) throw new AppError(...FAILURES[place.outcome]);
    const { longitude = 121.48, latitude = 31.22, cityCode = "310100" } = place;
    if (place.outcome === "city") return { provinceCode: `${cityCode.slice(0, 2)}0000`, cityCode };
    return { longitude, latitude, coordType: "wgs84" };
  }
  async function logIn() {
    const isDone =
      scenario.login === "screen"
        ? await host.screens.ask({
            title: "登录应用",
            text: "登录后回到刚才的页面",
            isFull: true,
            choices: [
              ["本机号码一键登录", true],
              ["取消", false],
            ],
          })
        : scenario.login === "succeeds";
    if (isDone) Object.assign(app, { isLoggedIn: true, token: scenario.loginToken ?? null });
    return { result: isDone };
  }
  function logOut() {
    Object.assign(app, { isLoggedIn: false, token: null });
    return { result: true };
  }
  let hasTitleBar = scenario.titleBar === "always";
  let title = "";
  const drawTitleBar = () => host.screens?.drawTitleBar(hasTitleBar, title, scenario.statusBar);
  /** The app's pay page; an older app has none. */
  async function payOrder({ outTradeNo } = {}) {
    if (scenario.missing.includes("pay")) throw new AppError("E0003", "no page pay");
    return { result: await host.payment.ofPage(outTradeNo) };
  }
  const screens = { login: logIn, logout: logOut, pay: payOrder };
  const handlers = {
    goBack() {
      app.closed = (app.closed ?? 0) + 1;
      return null;
    },
    async share({ title: what, desc, link }) {
      if (scenario.share !== "sheet") return { result: scenario.share === "shared" };
      const result = await host.screens.ask({
        title: "分享给好友",
        text: `${what} ${desc} ${link}`,
        choices: [
          ["发送", true],
          ["取消", false],
        ],
      });
      return { result };
    },
    getGeoPosition: position,
    getValue: ({ key }) => ({ value: app.values[key] ?? null }),
    setValue({ key, value }) {
      if (value === null) delete app.values[key];
      else app.values[key] = value;
      return null;
    },
    getSxToken: () => token(),
    refreshSxToken: () => token(true),
    getStatusBarHeight: () => ({ height: scenario.statusBar }),
    showTitleBar({ show, title: asked = "" }) {
      hasTitleBar = scenario.titleBar === "always" || show;
      title = asked;
      drawTitleBar();
      return { shown: hasTitleBar };
    },
    goToNativePage: ({ page, params }) =>
      Object.hasOwn(screens, page) ? screens[page](params) : { result: true },
  };

  /** State and controls for tests and the lab. */
  host.app = app;
  host.closePage = () => report({ direction: "in", name: "closePage", result: "ok" });
  host.menu = () =>
    report({ direction: "in", name: "menu", result: "ok", detail: { share: app.values.share ?? null } });

  // Sends a text to the page, if it (still) listens.
  const sendToPage = (text) => window[`${bridgeKey}Callback`]?.(text);
  const serialize = (value) => JSON.stringify(value);
  /** Faulty answers; each function returns the texts that reach the page. */
  const faultyAnswers = {
    silent: () => [],
    badJson: (answer) => [serialize(answer).slice(0, 1)],
    notText: (answer) => [answer],
    noCallbackId: ({ error, data }) => [serialize({ error, data })],
    otherCallbackId: (answer) => [serialize({ ...answer, callbackId: "cb_00000000_0" })],
    otherShape: (answer) => [serialize({ ...answer, data: { unexpected: true } })],
    twice: (answer) => [serialize(answer), serialize(answer)],
  };
  const used = new Map();
  /** Fault of a handler's next answer, limited by its `times`. */
  function faultOf(key) {
    const fault = scenario.faults[key] ?? scenario.faults["*"];
    const before = used.get(key) ?? 0;
    used.set(key, before + 1);
    return fault && before < (fault.times ?? Infinity) ? fault : null;
  }
  async function outcomeOf({ key, data }, fault) {
    if (fault?.kind === "error")
      return { error: { code: fault.code ?? "E9999", message: "simulated" }, data: null };
    if (!Object.hasOwn(handlers, key) || scenario.missing.includes(key))
      return { error: { code: "E0003", message: `no handler ${key}` }, data: null };
    try {
      return { error: null, data: await handlers[key](data) };
    } catch (error) {
      return { error: { code: error.code ?? "E9999", message: error.message }, data: null };
    }
  }
  async function answer(request) {
    const started = performance.now();
    const { key, data, callbackId } = request;
    const id = report({ direction: "out", name: key, detail: data, callbackId });
    const fault = faultOf(key);
    await later(fault?.kind === "late" ? (fault.ms ?? 1_000) : scenario.answersAfterMs);
    const outcome = await outcomeOf(request, fault);
    const result =
      fault && fault.kind !== "error" && fault.kind !== "late" ? fault.kind : (outcome.error?.code ?? "ok");
    const ms = Math.round(performance.now() - started);
    const isFailed = result !== "ok" && result !== "twice";
    report({
      id,
      direction: "in",
      name: key,
      result,
      isFailed,
      ms,
      detail: outcome.error ?? outcome.data,
      callbackId,
    });
    for (const text of (faultyAnswers[fault?.kind] ?? ((whole) => [serialize(whole)]))({
      callbackId,
      ...outcome,
    }))
      sendToPage(text);
  }
  /** Error of a request; null if valid. */
  function findRequestError(request) {
    if (typeof request?.key !== "string") return "no key";
    if (typeof request.data !== "object" || request.data === null || Array.isArray(request.data))
      return "data is no object";
    if (typeof request.callbackId !== "string" || request.callbackId === "") return "no callbackId";
    return /^[0-9a-f]{64}$/.test(request.appSign) ? null : "no appSign";
  }
  const bridge = {
    postMessage(text) {
      // Android's objects work only as receivers of their methods.
      if (this !== bridge) throw new TypeError("Illegal invocation");
      if (faultOf("postMessage")?.kind === "throws") throw new Error("simulated");
      let request = null;
      try {
        request = JSON.parse(text);
      } catch {
        // reported below
      }
      const error = typeof text === "string" ? findRequestError(request) : "no text";
      if (error === null) return void answer(request);
      report({ direction: "out", name: String(request?.key ?? "?"), result: error, isFailed: true });
    },
  };
  function arrive() {
    if (isAndroid) window[bridgeKey] = bridge;
    else ((window.webkit ??= {}).messageHandlers ??= {})[bridgeKey] = bridge;
  }
  if (scenario.bridge === "late") setTimeout(arrive, scenario.lateMs);
  else if (scenario.bridge === "ok") arrive();
  host.screens?.drawStatusBar(scenario.statusBar);
  if (hasTitleBar) drawTitleBar();
}
