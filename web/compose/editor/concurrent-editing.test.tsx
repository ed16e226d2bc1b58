import "../../ui/styles/test-base-styles.ts";
import "../compose.module.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Composition } from "#contract/compose/compose.ts";
import { composeDraft } from "../drafts.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { linkedPage } from "../api.ts";
import { Editor } from "./editor.tsx";

const moment = "2026-11-22T10:00:00+08:00";
const countdown = (title: string): Composition["blocks"][number] => ({
  kind: "countdown",
  title,
  until: "start",
});
type RequestBody = {
  basedOn: number;
  replaces: string | null;
  revision: string;
  blocks: Composition["blocks"];
};
/** Page on the server, which colleagues change, too. */
let stored: Composition;
/** Accepted requests with the version on which each was based. */
let accepted: string[];
let root: Root;
let stop: () => void;

const save = (blocks: Composition["blocks"]): void => {
  stored = { ...stored, version: stored.version + 1, blocks };
};
const refused = (message: string) => responseOf({ status: 409, code: "409", message });
function answer({ name, body }: FakeRequest): Response {
  const { basedOn, replaces, revision, blocks } = body as RequestBody;
  const { planned } = stored;
  if (name === "preview") return responseOf({ data: { blocks, faults: {} } });
  if (name === "cancel") {
    if (planned?.revision !== revision) return refused("这次定时已经更新、取消或换过了");
    stored = { ...stored, planned: null };
  }
  if (name === "plan" || name === "compose") {
    if (basedOn !== stored.version || (name === "plan" && replaces !== (planned?.revision ?? null)))
      return refused("有人改过");
    accepted.push(`${name} on ${basedOn}`);
    if (name === "compose") save(blocks);
    else stored = { ...stored, planned: plan("8", blocks) };
  }
  return responseOf({ data: stored });
}
const plan = (revision: string, blocks: Composition["blocks"]): Composition["planned"] => ({
  revision,
  publishTime: moment,
  plannedBy: "小陈",
  plannedTime: moment,
  basedOn: stored.version,
  blocks,
});
beforeEach(async () => {
  localStorage.clear();
  stored = {
    activityId: "1000000000000000001",
    title: "先享官计划",
    isPublished: true,
    startTime: moment,
    endTime: moment,
    serverTime: moment,
    expiresTime: moment,
    version: 5,
    blocks: [countdown("第五版")],
    versions: [],
    pictures: [],
    planned: null,
  };
  stored = { ...stored, planned: plan("7", [countdown("定时的")]) };
  composeDraft.remove(stored.activityId);
  accepted = [];
  setSite(siteForTests);
  fakeServer(answer);
  // Confirms every dialog.
  stop = onChallenge((raised) => {
    if (raised.kind === "dialog") raised.answer(true);
  });
  await page.viewport(390, 844);
});
async function open(): Promise<void> {
  document.body.innerHTML = "<main id=root></main>";
  const element = (
    <Editor page={linkedPage("A".repeat(43), "小陈")} onChangeName={() => {}} showBlocks={() => null} />
  );
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByRole("heading", { name: "先享官计划" })).toBeVisible();
}
afterEach(() => {
  root.unmount();
  stop();
  vi.restoreAllMocks();
});
const button = (name: string) => page.getByRole("button", { name });
const write = async (title: string) => {
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await page.getByRole("textbox", { name: "标题" }).fill(title);
};

test("W10 after cancelling a plan, saving over a colleague's version requires a decision", async () => {
  await open();
  await write("我的");
  save([countdown("第六版")]);
  await button("取消定时").click();
  await expect.element(page.getByText("已取消定时，页面不变")).toBeVisible();
  await button("保存并更新页面").click();
  await expect.element(button("用我的内容覆盖")).toBeVisible();
  expect([accepted, stored.blocks]).toEqual([[], [countdown("第六版")]]);
  await button("用我的内容覆盖").click();
  await expect.poll(() => accepted).toEqual(["compose on 6"]);
  expect(stored.blocks).toEqual([countdown("我的")]);
});

test("W10 without changes, cancelling a plan shows a colleague's version", async () => {
  await open();
  save([countdown("第六版")]);
  await button("取消定时").click();
  await expect.element(page.getByText("第六版", { exact: true })).toBeVisible();
  await expect.element(page.getByText("第五版", { exact: true })).not.toBeInTheDocument();
  await write("我的");
  await button("保存并更新页面").click();
  await expect.poll(() => accepted).toEqual(["compose on 6"]);
});

test("W10 planning over a colleague's version asks whether to load it or to replace it at the planned time", async () => {
  await open();
  await write("我的");
  save([countdown("第六版")]);
  await page.getByText("定时更新", { exact: true }).click();
  await page.getByLabelText("更新时间").fill("2026-11-25T10:00");
  await button("换成现在的内容和时间").click();
  await expect.element(button("载入最新版本")).toBeVisible();
  // Saving at once asks separately.
  await button("保存并更新页面").click();
  await expect.element(button("用我的内容覆盖")).toBeVisible();
  await button("换成现在的内容和时间").click();
  await button("仍用我的内容定时").click();
  await expect.poll(() => accepted).toEqual(["plan on 6"]);
  expect([stored.planned?.blocks, stored.blocks]).toEqual([[countdown("我的")], [countdown("第六版")]]);
  await expect.element(button("载入最新版本")).not.toBeInTheDocument();
});
