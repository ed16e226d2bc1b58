import {
  answerCountOf,
  callHandler,
  client,
  findBridgePort,
  limits,
  pages,
  postToApp,
  answerProblems,
  receivedMessages,
} from "./wire.js";

/** A check's outcome: {state: "pass" | "warn" | "fail", why}. */
const pass = (why = "") => ({ state: "pass", why });
const warn = (why) => ({ state: "warn", why });
const fail = (why) => ({ state: "fail", why });
const short = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
};
/** Answers later than this are late for a page that waits with its layout or its list, ms. */
const SLOW = 1_000;

/**
 * Judges the answer to one call.
 * @param asked what wire.js gives @param codes the handler's own codes that are answers too
 */
async function judge(handler, asked, { codes = [], slow = SLOW, isDone = () => null } = {}) {
  const { one, ms, strays } = asked;
  if (one === null) {
    const [stray] = strays;
    if (!stray) return fail(`${limits.silence / 1000} 秒内没有回答（网页得到 E0004）`);
    if (typeof stray.text !== "string")
      return fail(`回调的参数应是 JSON 字符串，实际是 ${typeof stray.text}（网页得到 E0004）`);
    return fail(`回答不是 JSON，或没有 callbackId（网页得到 E0004）：${short(stray.text)}`);
  }
  const problems = await answerProblems(handler, one.text);
  if (problems.length > 0) return fail(`数据格式不符：${problems.join("；")}`);
  const { error, data } = one.answer;
  if (error && !codes.includes(error.code))
    return fail(
      error.code === "E0003"
        ? "App 没有这个接口（E0003）"
        : `返回错误 ${error.code}：${short(error.message)}`,
    );
  if (answerCountOf(asked.callbackId) > 1) return fail("同一个 callbackId 被回答了多次");
  const wrong = error ? null : isDone(data);
  if (wrong) return fail(wrong);
  if (ms > slow) return warn(`${ms} ms，偏慢`);
  return pass(error ? `${error.code}，${ms} ms` : `${ms} ms`);
}
const simple = (handler, data, options) => async () =>
  judge(handler, await callHandler(handler, data), options);

const TRICKY = "引号\" 单引号' 反斜杠\\ 换行\n 制表\t 行分隔\u2028 段分隔\u2029 </script> 表情🚗 %25";
async function keeps(value, key = "marque.self-test") {
  const put = await judge("setValue", await callHandler("setValue", { key, value }));
  if (put.state === "fail") return put;
  const got = await callHandler("getValue", { key });
  return judge("getValue", got, {
    isDone: ({ value: kept }) =>
      kept === value ? null : `存入的内容取回后不同：存 ${short(value)}，取 ${short(kept)}`,
  });
}

async function interleaved() {
  const before = receivedMessages.length;
  const keys = Array.from({ length: 20 }, (_none, place) => `marque.self-test.${place}`);
  await Promise.all(keys.map((key) => callHandler("setValue", { key, value: key })));
  const outcomes = await Promise.all(keys.map((key) => callHandler("getValue", { key })));
  await Promise.all(keys.map((key) => callHandler("setValue", { key, value: null })));
  const wrong = outcomes.filter(({ one }, place) => one?.answer?.data?.value !== keys[place]);
  if (wrong.length > 0)
    return fail(`同时发出的 20 个调用中有 ${wrong.length} 个得到了别人的回答，或没有回答`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const ids = receivedMessages.slice(before).map(({ callbackId }) => callbackId);
  return new Set(ids).size === ids.length ? pass() : fail("有 callbackId 被回答了多次");
}
async function unknownHandler() {
  const asked = await callHandler("noSuchHandler", {});
  if (asked.one === null) return fail("未知的接口应回答错误 E0003，实际没有回答（网页要等 10 秒）");
  const code = asked.one.answer?.error?.code;
  return code === "E0003"
    ? pass(`${asked.ms} ms`)
    : fail(`未知的接口应回答错误 E0003，实际是 ${code ?? "成功"}`);
}
async function survivesNonsense() {
  for (const text of ["not json", "{}", "[]", '{"key":5,"data":null,"callbackId":"x"}', ""])
    await postToApp(text);
  const outcome = await judge("getStatusBarHeight", await callHandler("getStatusBarHeight"));
  return outcome.state === "fail" ? fail(`收到无效请求之后不再正常回答：${outcome.why}`) : outcome;
}

/** Checks that run by themselves, in this order. */
export const automatic = [
  {
    name: "User-Agent 标记与版本",
    async run() {
      if (client.version === null) return fail("没有品牌标记：网页不认为自己在 App 中（E0005）");
      if (client.system === null) return fail("系统既不是 Android 也不是 iOS（E0002）");
      const [major] = client.version;
      return major >= limits.minimumMajor
        ? pass(`${client.version.join(".")} · ${client.system}`)
        : fail(`版本 ${client.version.join(".")} 低于 ${limits.minimumMajor}：网页不会使用桥接`);
    },
  },
  {
    name: "桥接对象",
    async run() {
      const { port, ms } = await findBridgePort();
      if (port === null) return fail(`${limits.injection / 1000} 秒内没有出现（E0003）`);
      return ms < 50 ? pass() : warn(`页面开始后 ${ms} ms 才出现：请在页面脚本之前注入`);
    },
  },
  {
    name: "网页存储与 Cookie",
    async run() {
      try {
        localStorage.setItem("marque.self-test", "1");
        localStorage.removeItem("marque.self-test");
      } catch {
        return fail("localStorage 不可用（Android：setDomStorageEnabled(true)）");
      }
      if (!navigator.cookieEnabled) return fail("Cookie 不可用");
      if (!window.indexedDB) return warn("IndexedDB 不可用：离线时看不到上次的内容");
      return pass();
    },
  },
  { name: "getStatusBarHeight", run: simple("getStatusBarHeight") },
  {
    name: "showTitleBar：隐藏",
    run: simple("showTitleBar", { show: false, title: "桥接自检" }),
  },
  {
    name: "getValue：没有存过的键",
    run: simple(
      "getValue",
      { key: "marque.never-kept" },
      {
        isDone: ({ value }) => (value === null ? null : "没有存过的键应返回 null"),
      },
    ),
  },
  { name: "setValue、getValue：特殊字符", run: () => keeps(TRICKY) },
  { name: "setValue、getValue：100 KB", run: () => keeps("长".repeat(34_000)) },
  { name: "setValue：null 即删除", run: () => keeps(null) },
  { name: "getSxToken", run: simple("getSxToken", {}, { codes: ["PF0001"], slow: 3_000 }) },
  { name: "refreshSxToken", run: simple("refreshSxToken", {}, { codes: ["PF0001"], slow: 3_000 }) },
  {
    name: "getGeoPosition：不打扰用户",
    run: simple("getGeoPosition", { ask: false }, { codes: ["GEO_DENIED", "GEO_UNAVAILABLE"], slow: 3_000 }),
  },
  { name: "未知的接口", run: unknownHandler },
  { name: "20 个调用同时进行", run: interleaved },
  { name: "无效的请求", run: survivesNonsense },
];

/** How long a person is given, ms. */
const PATIENCE = 180_000;
const byHand = (handler, data, options) => async () =>
  judge(handler, await callHandler(handler, data, PATIENCE), { slow: PATIENCE, ...options });

/** Checks that open something of the app's: one at a time, by the person. */
export const manual = [
  {
    name: "showTitleBar：显示",
    hint: "App 的标题栏应出现，标题为“桥接自检”，网页不被遮挡。",
    question: "标题栏出现了吗？",
    run: simple("showTitleBar", { show: true, title: "桥接自检" }),
  },
  {
    name: "getGeoPosition",
    hint: "未授权时 App 询问位置权限；拒绝时应回答 GEO_DENIED。",
    run: byHand("getGeoPosition", { ask: true }, { codes: ["GEO_DENIED", "GEO_UNAVAILABLE"] }),
  },
  {
    name: "share",
    hint: "打开分享面板。分享后回答 result: true，关闭面板回答 result: false。",
    run: byHand("share", {
      title: "桥接自检",
      desc: "来自自检页",
      link: location.origin + location.pathname,
      imgUrl: "",
    }),
  },
  {
    name: "goToNativePage：login",
    hint: "打开 App 的登录页，完成或取消后回到本页，这时才回答。",
    run: byHand("goToNativePage", { page: pages.login }),
  },
  {
    name: "goToNativePage：logout",
    hint: "退出 App 的登录；之后 getSxToken 应回答 PF0001。",
    async run() {
      const left = await judge("goToNativePage", await callHandler("goToNativePage", { page: pages.logout }));
      if (left.state === "fail") return left;
      const { one } = await callHandler("getSxToken");
      return one?.answer?.error?.code === "PF0001" ? left : fail("退出之后 getSxToken 应回答 PF0001");
    },
  },
  {
    name: "goBack",
    hint: "关闭网页，回到 App 的上一个界面。先回答，再关闭。",
    question: "网页关闭了吗？（重新打开本页后回答）",
    run: byHand("goBack", {}),
  },
];
