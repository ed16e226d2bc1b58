import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useState } from "react";
import { lockOperator } from "#contract/console/operators.ts";
import "#contract/console/refusals.ts";
import { sendOperatorCall } from "../../platform/console/operator-calls.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { ChallengePlace } from "./challenge-place.tsx";

afterEach(() => vi.restoreAllMocks());

const Steps = ({ onDone }: { onDone: (operatorId: string) => void }) => (
  <button type="button" onClick={() => onDone("2071")}>
    验证并登录
  </button>
);
/** Page with typed input and an act that the server may refuse. */
const Page = () => {
  const [state, setState] = useState("");
  const lock = () =>
    sendOperatorCall(lockOperator, { operatorId: "7", isLocked: true }).then(
      () => setState("已锁定"),
      (error: Error) => setState(error.message),
    );
  return (
    <main>
      <input aria-label="备注" />
      <button type="button" onClick={() => void lock()}>
        锁定
      </button>
      <output>{state}</output>
      <ChallengePlace steps={Steps} />
    </main>
  );
};
const stepUpOptions = { options: null, hasTotp: true, isDirectoryAccount: false };

async function press(): Promise<void> {
  await page.getByRole("textbox", { name: "备注" }).fill("客户来电");
  await page.getByRole("button", { name: "锁定" }).click();
}

test("CO26 an act asks for the second factor, keeps the page, and goes on after it", async () => {
  let isProven = false;
  const answer = ({ name, body }: FakeRequest): Response => {
    if (name === "step-up-options") return responseOf({ data: stepUpOptions });
    if (name !== "step-up")
      return isProven
        ? responseOf({ data: { revision: 3 } })
        : responseOf({ status: 406, code: "STEP_UP", message: "请再次验证身份后继续" });
    isProven = (body as { code: string }).code === "407192";
    return isProven
      ? responseOf({ data: { stepUpUntil: "2026-11-27T14:27:00+08:00" } })
      : responseOf({ code: "LOGIN_FAILED", message: "账号或验证信息不正确" });
  };
  fakeServer(answer);
  showInConsole(<Page />);
  await press();
  const dialog = page.getByRole("dialog", { name: "请再次验证身份" });
  await dialog.getByRole("textbox", { name: "动态验证码" }).fill("000000");
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await dialog.getByRole("button", { name: "验证" }).click();
  await expect.element(dialog.getByText("账号或验证信息不正确")).toBeVisible();
  await dialog.getByRole("textbox", { name: "动态验证码" }).fill("407192");
  await dialog.getByRole("button", { name: "验证" }).click();
  await expect.element(page.getByText("已锁定")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "备注" })).toHaveValue("客户来电");
});

test("CO26 a step-up that is cancelled leaves the refusal", async () => {
  fakeServer(({ name }) =>
    name === "step-up-options"
      ? responseOf({ data: stepUpOptions })
      : responseOf({ status: 406, code: "STEP_UP", message: "请再次验证身份后继续" }),
  );
  showInConsole(<Page />);
  await press();
  await page.getByRole("button", { name: "取消" }).click();
  await expect.element(page.getByText("请再次验证身份后继续")).toBeVisible();
});

test("CO24 a session that has ended is renewed over the page, whose input stays", async () => {
  let isLoggedIn = false;
  fakeServer(() =>
    isLoggedIn
      ? responseOf({ data: { revision: 3 } })
      : responseOf({ status: 401, code: "401", message: "请先登录" }),
  );
  showInConsole(<Page />);
  await press();
  const dialog = page.getByRole("dialog", { name: "会话已过期，已为你保留未提交的内容" });
  await dialog.getByRole("button", { name: "重新登录" }).click();
  isLoggedIn = true;
  await dialog.getByRole("button", { name: "验证并登录" }).click();
  await expect.element(page.getByText("已锁定")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "备注" })).toHaveValue("客户来电");
});
