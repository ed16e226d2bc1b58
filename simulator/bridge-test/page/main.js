import { automatic, manual } from "./cases.js";
import { callHandler, client, receivedMessages, withoutTokens } from "./wire.js";

const STATES = { pass: "通过", warn: "注意", fail: "未通过", running: "检查中…", waiting: "未检查" };
const byId = (id) => document.getElementById(id);
const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const outcomes = new Map();

function report() {
  const lines = [
    "# 桥接自检报告",
    `时间: ${new Date().toISOString()}`,
    `User-Agent: ${client.userAgent}`,
    `系统: ${client.system ?? "未知"}; App 版本: ${client.version?.join(".") ?? "无标记"}`,
    "",
    ...[...automatic, ...manual].map(({ name }) => {
      const { state, why } = outcomes.get(name) ?? { state: "waiting", why: "" };
      return `- [${STATES[state]}] ${name}${why ? `: ${why}` : ""}`;
    }),
    "",
    "## App 的回答（不含令牌）",
    ...receivedMessages.map(
      ({ text, at }) =>
        `${Math.round(at)} ms ${withoutTokens(typeof text === "string" ? text : `(${typeof text})`).slice(0, 300)}`,
    ),
  ];
  byId("report").value = lines.join("\n");
}

function show(item, name, { state, why }) {
  outcomes.set(name, { state, why });
  item.dataset.state = state;
  item.querySelector(".state").textContent = STATES[state];
  item.querySelector(".why").textContent = why;
  report();
}
const itemOf = (name, hint) =>
  element(
    "li",
    {},
    element(
      "div",
      { className: "name" },
      element("b", { textContent: name }),
      element("span", { className: "state" }),
    ),
    ...(hint ? [element("p", { textContent: hint })] : []),
    element("p", { className: "why" }),
  );
/** Runs one check; an exception counts as its failure. */
async function run(item, { name, run: check }) {
  show(item, name, { state: "running", why: "" });
  const outcome = await check().catch((error) => ({ state: "fail", why: String(error) }));
  show(item, name, outcome);
  return outcome;
}

function showHost() {
  const facts = [
    ["App 版本", client.version?.join(".") ?? "没有品牌标记：不在 App 中"],
    ["系统", client.system ?? "未知"],
    ["User-Agent", client.userAgent],
  ];
  byId("host").append(
    element(
      "dl",
      {},
      ...facts.flatMap(([name, text]) => [
        element("dt", { textContent: name }),
        element("dd", { textContent: text }),
      ]),
    ),
  );
  if (client.version !== null) return;
  const links = [
    ["app-android", "模拟的 Android App"],
    ["app-ios", "模拟的 iOS App"],
  ].map(([host, textContent]) => element("a", { href: `?host=${host}`, textContent }));
  byId("host").append(element("p", {}, "不在 App 中。可先看看检查的样子：", links[0], " · ", links[1]));
}

/** Leaves room for the status bar, as the product does. */
async function makeRoom() {
  const { answer: first } = await callHandler("getStatusBarHeight", {}, 2_000);
  const height = Number(first?.answer?.data?.height);
  if (!(height > 0 && height <= 200)) return;
  document.body.dataset.top = "";
  document.body.style.setProperty("--top", `${height}px`);
}

function start() {
  showHost();
  const items = automatic.map((check) => [itemOf(check.name), check]);
  byId("auto").append(...items.map(([item]) => item));
  for (const [item, { name }] of items) show(item, name, { state: "waiting", why: "" });
  byId("run").onclick = async () => {
    byId("run").disabled = true;
    for (const [item, check] of items) await run(item, check);
    byId("run").disabled = false;
    byId("run").textContent = "重新检查";
    const failed = items.filter(([{ dataset }]) => dataset.state === "fail").length;
    byId("said").textContent = failed === 0 ? "自动检查全部通过" : `自动检查有 ${failed} 项未通过`;
  };
  for (const check of manual) {
    const item = itemOf(check.name, check.hint);
    const actions = element("div", { className: "actions" });
    const button = element("button", {
      type: "button",
      textContent: "检查",
      ariaLabel: `检查 ${check.name}`,
    });
    button.onclick = async () => {
      const outcome = await run(item, check);
      if (check.question && outcome.state !== "fail") confirmBy(item, actions, check, outcome);
    };
    actions.append(button);
    item.append(actions);
    byId("hand").append(item);
    show(item, check.name, { state: "waiting", why: "" });
  }
  byId("copy").onclick = copy;
}
/** Asks the person about a result that only they can see. */
function confirmBy(item, actions, { name, question }, outcome) {
  const prompt = element("span", { className: "actions" }, question);
  const answer = (text, state) =>
    element("button", {
      type: "button",
      textContent: text,
      onclick: () => {
        prompt.remove();
        show(item, name, state);
      },
    });
  prompt.append(answer("是", outcome), answer("否", { state: "fail", why: `${question}否` }));
  actions.append(prompt);
}
async function copy() {
  const area = byId("report");
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    area.select();
    document.execCommand("copy");
  }
  byId("said").textContent = "报告已复制";
}

start();
if (client.version !== null) await makeRoom();
