import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "../../ui/form/field.module.css";
import "../compose.module.css";
import "../folds.module.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { FormField } from "#contract/activity/activity.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { linkedPage } from "../api.ts";
import { FormQuestions } from "./form-questions.tsx";

const activityId = "1000000000000000001";
const moment = "2026-11-22T10:00:00+08:00";
const question = (label: string): FormField => ({
  key: "q1",
  label,
  kind: "select",
  required: false,
  options: ["浦东", "浦西"],
  placeholder: "",
});
type SaveRequest = { by: string; revision: string; questions: FormField[] };
/** Questions on the server. */
let stored: { revision: string; questions: FormField[]; savedBy: string | null; savedTime: string | null };
let sent: SaveRequest[];
/** Resolves when the server may answer a save request. */
let mayAnswer: Promise<void>;
let root: Root;

async function answer({ url, body }: { url: URL; body: unknown }): Promise<Response> {
  if (url.pathname.endsWith("/open")) return Response.json({ code: "00", data: stored });
  const saving = body as SaveRequest;
  sent.push(saving);
  await mayAnswer;
  if (saving.revision !== stored.revision)
    return Response.json({ code: "409", message: "有人在你之后保存过问题", data: null }, { status: 409 });
  stored = {
    revision: `${stored.revision}+`,
    questions: saving.questions,
    savedBy: saving.by,
    savedTime: moment,
  };
  return Response.json({ code: "00", data: stored });
}
function show(): void {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<FormQuestions page={linkedPage("A".repeat(43), "小陈")} activityId={activityId} />);
}
const fold = () => page.getByText("表单问题");
const label = () => page.getByRole("textbox", { name: "题目" });
const options = () => page.getByRole("textbox", { name: "选项" });
const save = () => page.getByRole("button", { name: "保存问题" });
const unsaved = () => page.getByText("有未保存的修改");

beforeEach(() => {
  localStorage.clear();
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  stored = { revision: "r", questions: [question("出发地")], savedBy: null, savedTime: null };
  sent = [];
  mayAnswer = Promise.resolve();
  fakeServer(answer);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

test("W10 L12 unsaved questions survive a reload, are marked, and can be discarded", async () => {
  show();
  await fold().click();
  await expect.element(label()).toHaveValue("出发地");
  expect(unsaved().query()).toBeNull();
  await label().fill("从哪里出发");
  await options().fill("浦东\n浦西\n崇明");
  await expect.element(unsaved()).toBeVisible();
  await expect.element(page.getByText(/修改已存在本机 \d\d:\d\d/)).toBeVisible();
  root.unmount();
  // The section with unsaved changes is open on the next visit.
  show();
  await expect.element(label()).toHaveValue("从哪里出发");
  await expect.element(options()).toHaveValue("浦东\n浦西\n崇明");
  await expect.element(page.getByText("已恢复上次未保存的内容。")).toBeVisible();
  const stop = onChallenge((raised) => {
    if (raised.kind === "dialog") raised.answer(true);
  });
  await page.getByRole("button", { name: "放弃修改" }).click();
  await expect.element(label()).toHaveValue("出发地");
  await expect.element(options()).toHaveValue("浦东\n浦西");
  expect([unsaved().query(), sent, localStorage.length]).toEqual([null, [], 0]);
  stop();
});

test("W10 L12 the last author and time are shown; changes during a save request stay unsaved", async () => {
  show();
  await fold().click();
  await label().fill("第一");
  let answerNow = (): void => {};
  mayAnswer = new Promise((resolve) => (answerNow = resolve));
  await save().click();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await label().fill("第二");
  answerNow();
  await expect.element(page.getByText(/^小陈 最后修改于 11月22日/)).toBeVisible();
  await expect.element(label()).toHaveValue("第二");
  await expect.element(unsaved()).toBeVisible();
  await save().click();
  // Waits for the second request, since the first confirmation may still be shown.
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await expect.element(page.getByText("问题已保存，表单已更新")).toBeVisible();
  expect(sent.map(({ by, questions }) => [by, questions[0]?.label])).toEqual([
    ["小陈", "第一"],
    ["小陈", "第二"],
  ]);
  await expect.element(unsaved()).not.toBeInTheDocument();
});

test("W10 L12 after a conflict the own questions can overwrite a colleague's", async () => {
  show();
  await fold().click();
  await label().fill("我的");
  stored = { ...stored, revision: "other", questions: [question("同事的")] };
  await save().click();
  await page.getByRole("button", { name: "用我的内容覆盖" }).click();
  await expect.element(page.getByText("问题已保存，表单已更新")).toBeVisible();
  expect(sent.map(({ revision }) => revision)).toEqual(["r", "other"]);
});
