// Common behaviour of simulated hosts: the user agent, and a log of the page's actions, reported to the lab
// that frames it and kept in window.__marqueHostLog for tests. Runs before all scripts of the page;
// window.__marqueHost = {kind, scenario} is set before. Secrets are never reported: tokens, codes and numbers
// are masked here, before they leave the page.
{
  const host = (window.__marqueHost ??= { kind: "phone", scenario: {} });
  host.scenario ??= {};
  const log = (window.__marqueHostLog ??= []);
  const isFramed = window.parent !== window;

  const SECRET =
    /token|secret|password|code$|^code|verifier|^tk$|mobile|phone|ticket|captcha.*id|^state$|openid|^iss$|sign$|signature|nonce/i;
  /** Codes that are identifiers rather than credentials. */
  const HARMLESS = /^(city|province|district|area|status|error|result|series|country|dealer)_?code$|^code$/i;
  const shortened = (text) => (text.length > 8 ? `${text.slice(0, 3)}…${text.slice(-2)}` : "…");
  const maskText = (text) => text.replace(/(?<!\d)(1\d{2})\d{4}(\d{4})(?!\d)/g, "$1****$2");
  /** Copy without secrets, limited to a readable size. */
  function masked(value, name = "", depth = 0) {
    if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      const isShort = /^[A-Z0-9_-]{1,24}$/.test(text) && HARMLESS.test(name);
      if (SECRET.test(name) && !isShort) return /^\d{11}$/.test(text) ? maskText(text) : shortened(text);
      return typeof value === "number" ? value : maskText(text).slice(0, 400);
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth > 4) return "…";
    if (Array.isArray(value)) return value.slice(0, 5).map((one) => masked(one, name, depth + 1));
    const entries = Object.entries(value).slice(0, 40);
    // {key: "sxToken", value: "…"}: the value's secrecy is determined by its key.
    if (SECRET.test(value.key) && typeof value.value === "string")
      return { ...value, value: shortened(value.value) };
    return Object.fromEntries(entries.map(([key, one]) => [key, masked(one, key, depth + 1)]));
  }
  /** Path and query without secrets; the origin only if it is foreign. */
  function shownAddress(address) {
    const url = new URL(address, location.href);
    for (const name of new Set(url.searchParams.keys())) {
      const value = url.searchParams.get(name) ?? "";
      if (SECRET.test(name) && !HARMLESS.test(name)) url.searchParams.set(name, shortened(value));
      else if (name === "code" || /^https?:/.test(value))
        url.searchParams.set(name, name === "code" ? "…" : shownAddress(value));
    }
    const text = maskText(decodeURIComponent(url.pathname + url.search.replace(/%(?![0-9a-f]{2})/gi, "%25")));
    return (url.origin === location.origin ? "" : url.origin) + text + url.hash;
  }

  let ids = 0;
  /**
   * Adds an entry to the log.
   * @param entry {type: "bridge" | "call" | "page" | "event" | "place" | "error", name, direction: "out" |
   * "in", result?, isFailed?, ms?, detail?, id? (of the entry it completes)}
   */
  host.report = (entry) => {
    const whole = { marque: "host", host: host.kind, at: Date.now(), id: `${host.kind}.${++ids}`, ...entry };
    if ("detail" in whole) whole.detail = masked(whole.detail);
    log.push(whole);
    if (isFramed) window.parent.postMessage(whole, host.lab ?? "*");
    return whole.id;
  };
  Object.assign(host, { masked, shownAddress });

  /** Replaces a getter on a prototype, as read by the page's code. */
  host.replaceGetter = (prototype, name, get) =>
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get });
  // A test browser already has the host's user agent; in the lab it must be replaced.
  if (host.userAgent) {
    host.replaceGetter(Navigator.prototype, "userAgent", () => host.userAgent);
    host.replaceGetter(Navigator.prototype, "appVersion", () => host.userAgent.replace(/^Mozilla\//, ""));
    if (!/Chrome\/1[0-9]{2}.*Safari\/537\.36$/.test(host.userAgent))
      host.replaceGetter(Navigator.prototype, "userAgentData", () => undefined);
  }

  /** Events in a body of the tracker: form-encoded, base64, JSON (docs/lab.md). */
  function trackedEvents(body) {
    const fields = new URLSearchParams(body);
    const text = fields.get("data") ?? fields.get("data_list");
    if (text === null) return [];
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(found) ? found : [found];
  }
  const isTracking = (url) => /\/sa(\.gif)?$/.test(url.pathname);
  async function reportTracking(url, body, via) {
    try {
      const text = body instanceof Blob ? await body.text() : String(body ?? url.search.slice(1));
      for (const event of trackedEvents(text))
        host.report({
          type: "event",
          direction: "out",
          name: event.event ?? event.type,
          result: url.searchParams.get("project") ?? "",
          detail: { via, ...event },
        });
    } catch (error) {
      host.report({
        type: "event",
        direction: "out",
        name: "?",
        isFailed: true,
        detail: { why: String(error) },
      });
    }
  }

  const HEADERS = ["captcha_verify", "flow_branch_remark", "task_link", "x-request-id", "retry-after"];
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  /**
   * Reports a response: status, the envelope's code and message, headers that control the client; no data.
   */
  async function reportResponse(entry, response, ms) {
    const headers = {};
    for (const name of HEADERS)
      if (response.headers.has(name)) headers[name] = decoded(response.headers.get(name));
    let envelope = {};
    if (/json/.test(response.headers.get("content-type") ?? ""))
      envelope = await response
        .clone()
        .json()
        .catch(() => ({}));
    const { code, message } = envelope;
    const isFailed = !response.ok || (code !== undefined && !["00", 200, "200"].includes(code));
    const result = response.ok && code !== undefined ? String(code) : String(response.status);
    host.report({
      ...entry,
      direction: "in",
      ms,
      result,
      isFailed,
      detail: { ...entry.detail, status: response.status, headers, answer: { code, message } },
    });
  }
  const realFetch = window.fetch;
  window.fetch = async function (input, init) {
    const request = input instanceof Request ? input : { url: String(input), method: "GET" };
    const url = new URL(request.url, location.href);
    if (isTracking(url)) void reportTracking(url, init?.body, "fetch");
    // Requests for the page's own scripts are not calls.
    if (isTracking(url) || !/^\/(mall-api|pass|security|sim)\//.test(url.pathname))
      return realFetch.call(this, input, init);
    const method = (init?.method ?? request.method).toUpperCase();
    const name = `${method} ${url.pathname}`;
    const entry = { type: "call", name, detail: { address: shownAddress(url.href) } };
    entry.id = host.report({ ...entry, direction: "out" });
    const start = performance.now();
    const since = () => Math.round(performance.now() - start);
    try {
      const response = await realFetch.call(this, input, init);
      void reportResponse(entry, response, since());
      return response;
    } catch (error) {
      const result = error.name === "AbortError" ? "abort" : "network";
      host.report({ ...entry, direction: "in", ms: since(), result, isFailed: true });
      throw error;
    }
  };
  const realBeacon = Navigator.prototype.sendBeacon;
  Navigator.prototype.sendBeacon = function (address, body) {
    const url = new URL(address, location.href);
    if (isTracking(url)) void reportTracking(url, body, "beacon");
    return realBeacon.call(this, address, body);
  };

  const [first] = performance.getEntriesByType("navigation");
  const reportPage = (name, detail) =>
    host.report({ type: "page", direction: "out", name, result: detail.how, detail });
  reportPage(shownAddress(location.href), {
    how: first?.type ?? "navigate",
    redirects: first?.redirectCount ?? 0,
    from: document.referrer === "" ? "" : shownAddress(document.referrer),
  });
  for (const how of ["pushState", "replaceState"]) {
    const real = History.prototype[how];
    History.prototype[how] = function (state, unused, address) {
      const before = location.href;
      real.call(this, state, unused, address);
      if (location.href !== before)
        reportPage(shownAddress(location.href), { how, from: shownAddress(before) });
    };
  }
  addEventListener("popstate", () => reportPage(shownAddress(location.href), { how: "popstate" }));

  const reportError = (name, why) =>
    host.report({ type: "error", direction: "in", name, isFailed: true, detail: { why: String(why) } });
  addEventListener("error", (event) => {
    if (event.target === window) reportError("error", event.message);
  });
  addEventListener("unhandledrejection", (event) => reportError("unhandledrejection", event.reason));
  addEventListener("securitypolicyviolation", (event) =>
    reportError("securitypolicyviolation", `${event.violatedDirective} ${event.blockedURI}`),
  );
}
