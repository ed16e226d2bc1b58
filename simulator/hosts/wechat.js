// WeChat's bridge, as the JS-SDK finds it in WeChat's browser and in its mini-programs' web view:
// WeixinJSBridge with invoke, on and call, and its ready event.
{
  const host = window.__marqueHost;
  const { signature = "ok", bridge = "ok" } = host.scenario.wechat ?? {};
  const place = host.scenario.location ?? { outcome: "unavailable" };
  const isMiniProgram = host.kind === "wechat-mini";
  const handlers = new Map();
  const waiting = [];

  /** Results of WeChat's geoLocation. */
  const found = (accuracy) => ({
    err_msg: "geoLocation:ok",
    errMsg: "getLocation:ok",
    longitude: place.longitude ?? 121.48,
    latitude: place.latitude ?? 31.22,
    speed: 0,
    accuracy,
  });
  const located = {
    granted: () => found(30),
    city: () => found(12_000),
    denied: () => ({ err_msg: "geoLocation:fail_auth_deny" }),
    timeout: () => ({ err_msg: "geoLocation:fail_timeout" }),
    unavailable: () => ({ err_msg: "geoLocation:fail" }),
  };
  const inMiniProgram = ({ name, arg }) => {
    if (name === "postMessage") waiting.push(arg);
    const received = name === "navigateBack" ? waiting.splice(0) : undefined;
    if (["navigateTo", "redirectTo", "reLaunch", "switchTab"].includes(name)) void host.openPage(arg?.url);
    return { err_msg: "invokeMiniProgramAPI:ok", ...(received && { received }) };
  };
  const known = {
    preVerifyJSAPI: () =>
      signature === "ok"
        ? { err_msg: "preVerifyJSAPI:ok" }
        : { err_msg: "config:invalid signature", errMsg: "config:invalid signature" },
    // With any better answer the SDK would send a beacon to WeChat's own server.
    getNetworkType: () => ({ err_msg: "network_type:fail" }),
    geoLocation: () => (located[place.outcome] ?? located.unavailable)(),
    getBrandWCPayRequest: async (given) => ({ err_msg: await host.payment.ofBridge(given) }),
    checkJsApi: ({ jsApiList = [] }) => ({
      err_msg: "checkJsApi:ok",
      checkResult: JSON.stringify(Object.fromEntries(jsApiList.map((name) => [name, true]))),
    }),
    invokeMiniProgramAPI: (argument) =>
      isMiniProgram ? inMiniProgram(argument) : { err_msg: "invokeMiniProgramAPI:fail" },
  };
  const plain = [
    "updateAppMessageShareData",
    "updateTimelineShareData",
    "hideOptionMenu",
    "showOptionMenu",
    "hideMenuItems",
    "showMenuItems",
    "hideAllNonBaseMenuItem",
    "showAllNonBaseMenuItem",
    "closeWindow",
    "openLocation",
    "scanQRCode",
    "imagePreview",
  ];
  const answerTo = (name, argument) => {
    if (Object.hasOwn(known, name)) return known[name](argument);
    return { err_msg: plain.includes(name) ? `${name}:ok` : "system:function_not_exist" };
  };
  const isFailure = (text) => !text.endsWith(":ok") && text !== "network_type:fail";

  /** Name as used by the page's own code. */
  const nameOf = (name, argument) =>
    name === "invokeMiniProgramAPI" ? `miniProgram.${argument?.name ?? "?"}` : name;
  const invoke = (name, argument = {}, callback) => {
    const shown = nameOf(name, argument);
    const started = performance.now();
    host.report({ type: "bridge", direction: "out", name: shown, detail: argument });
    if (bridge === "silent") return;
    // Locating takes a moment; everything else is answered quickly, but always asynchronously.
    const delay = name === "geoLocation" ? (place.outcome === "timeout" ? 3_000 : 60) : 10;
    setTimeout(async () => {
      const answer = await answerTo(name, argument);
      const result = answer.err_msg.split(":").slice(1).join(":");
      host.report({
        type: "bridge",
        direction: "in",
        name: shown,
        ms: Math.round(performance.now() - started),
        result,
        isFailed: isFailure(answer.err_msg),
        detail: answer,
      });
      callback?.(answer);
    }, delay);
  };
  const arrive = () => {
    window.WeixinJSBridge = {
      invoke,
      call: (name, argument) => invoke(name, argument),
      on: (name, handler) => handlers.set(name, handler),
    };
    document.dispatchEvent(new Event("WeixinJSBridgeReady"));
  };
  /**
   * Simulates a tap in WeChat's own menu: calls the page's handler, for example of "menu:share:appmessage".
   */
  host.menu = (name) => handlers.get(name)?.({});
  if (isMiniProgram) window.__wxjs_environment = "miniprogram";
  if (bridge === "late") setTimeout(arrive, 300);
  else arrive();
}
