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

/** Outcome of a check: {state: "pass" | "warn" | "fail", why}. */
const pass = (why = "") => ({ state: "pass", why });
const warn = (why) => ({ state: "warn", why });
const fail = (why) => ({ state: "fail", why });
const short = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
};
/** Response time above which a page that waits with its layout or list becomes noticeably slow, ms. */
const SLOW = 1_000;

/**
 * Judges the answer to one call.
 * @param asked result of callHandler in wire.js @param codes the handler's own error codes that are valid
 * answers
 */
async function judge(handler, call, { codes = [], slow = SLOW, isDone = () => null } = {}) {
  const { answer: first, ms, strays } = call;
  if (first === null) {
    const [stray] = strays;
    if (!stray) return fail(`${limits.silence / 1000} 秒内没有回答（网页得到 E0004）`);
    if (typeof stray.text !== "string")
      return fail(`回调的参数应是 JSON 字符串，实际是 ${typeof stray.text}（网页得到 E0004）`);
    return fail(`回答不是 JSON，或没有 callbackId（网页得到 E0004）：${short(stray.text)}`);
  }
  const problems = await answerProblems(handler, first.text);
  if (problems.length > 0) return fail(`数据格式不符：${problems.join("；")}`);
  const { error, data } = first.answer;
  if (error && !codes.includes(error.code))
    return fail(
      error.code === "E0003"
        ? "App 没有这个接口（E0003）"
        : `返回错误 ${error.code}：${short(error.message)}`,
    );
  if (answerCountOf(call.callbackId) > 1) return fail("同一个 callbackId 被回答了多次");
  const wrong = error ? null : isDone(data);
  if (wrong) return fail(wrong);
  if (ms > slow) return warn(`${ms} ms，偏慢`);
  return pass(error ? `${error.code}，${ms} ms` : `${ms} ms`);
}
const simple = (handler, data, options) => async () =>
  judge(handler, await callHandler(handler, data), options);

const TRICKY = "引号\" 单引号' 反斜杠\\ 换行\n 制表\t 行分隔\u2028 段分隔\u2029 </script> 表情🚗 %25";
async function checkStorage(value, key = "marque.self-test") {
  const put = await judge("setValue", await callHandler("setValue", { key, value }));
  if (put.state === "fail") return put;
  const got = await callHandler("getValue", { key });
  return judge("getValue", got, {
    isDone: ({ value: stored }) =>
      stored === value ? null : `存入的内容取回后不同：存 ${short(value)}，取 ${short(stored)}`,
  });
}

async function checkConcurrency() {
  const before = receivedMessages.length;
  const keys = Array.from({ length: 20 }, (_none, place) => `marque.self-test.${place}`);
  await Promise.all(keys.map((key) => callHandler("setValue", { key, value: key })));
  const outcomes = await Promise.all(keys.map((key) => callHandler("getValue", { key })));
  await Promise.all(keys.map((key) => callHandler("setValue", { key, value: null })));
  const wrong = outcomes.filter(({ answer: first }, place) => first?.answer?.data?.value !== keys[place]);
  if (wrong.length > 0)
    return fail(`同时发出的 20 个调用中有 ${wrong.length} 个得到了别人的回答，或没有回答`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const ids = receivedMessages.slice(before).map(({ callbackId }) => callbackId);
  return new Set(ids).size === ids.length ? pass() : fail("有 callbackId 被回答了多次");
}
async function checkUnknownHandler() {
  const call = await callHandler("noSuchHandler", {});
  if (call.answer === null) return fail("未知的接口应回答错误 E0003，实际没有回答（网页要等 10 秒）");
  const code = call.answer.answer?.error?.code;
  return code === "E0003"
    ? pass(`${call.ms} ms`)
    : fail(`未知的接口应回答错误 E0003，实际是 ${code ?? "成功"}`);
}
async function checkInvalidRequests() {
  for (const text of ["not json", "{}", "[]", '{"key":5,"data":null,"callbackId":"x"}', ""])
    await postToApp(text);
  const outcome = await judge("getStatusBarHeight", await callHandler("getStatusBarHeight"));
  return outcome.state === "fail" ? fail(`收到无效请求之后不再正常回答：${outcome.why}`) : outcome;
}

/** Automatic checks, in this order. */
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
  { name: "setValue、getValue：特殊字符", run: () => checkStorage(TRICKY) },
  { name: "setValue、getValue：100 KB", run: () => checkStorage("长".repeat(34_000)) },
  { name: "setValue：null 即删除", run: () => checkStorage(null) },
  { name: "getSxToken", run: simple("getSxToken", {}, { codes: ["PF0001"], slow: 3_000 }) },
  { name: "refreshSxToken", run: simple("refreshSxToken", {}, { codes: ["PF0001"], slow: 3_000 }) },
  {
    name: "getGeoPosition：不打扰用户",
    run: simple("getGeoPosition", { ask: false }, { codes: ["GEO_DENIED", "GEO_UNAVAILABLE"], slow: 3_000 }),
  },
  { name: "未知的接口", run: checkUnknownHandler },
  { name: "20 个调用同时进行", run: checkConcurrency },
  { name: "无效的请求", run: checkInvalidRequests },
];

/** Time limit for a person's action, ms. */
const ACTION_TIMEOUT = 180_000;
const byHand = (handler, data, options) => async () =>
  judge(handler, await callHandler(handler, data, ACTION_TIMEOUT), { slow: ACTION_TIMEOUT, ...options });

/** Manual checks that open a screen of the app, one at a time. */
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
      const { answer: first } = await callHandler("getSxToken");
      return first?.answer?.error?.code === "PF0001" ? left : fail("退出之后 getSxToken 应回答 PF0001");
    },
  },
  {
    name: "goBack",
    hint: "关闭网页，回到 App 的上一个界面。先回答，再关闭。",
    question: "网页关闭了吗？（重新打开本页后回答）",
    run: byHand("goBack", {}),
  },
];
