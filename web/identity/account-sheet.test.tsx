import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { startMobileBinding } from "../platform/login/bind-mobile.ts";
import { logOut } from "../platform/login/login.ts";
import { AccountSheet } from "./account-sheet.tsx";

vi.mock("../platform/login/bind-mobile.ts", () => ({
  startMobileBinding: vi.fn<() => Promise<string | null>>(),
}));
vi.mock("../platform/login/login.ts", () => ({
  logOut: vi.fn<() => Promise<void>>(),
  preloadLogOut: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));

const user = { openId: "o", nickname: "林晓岚", avatar: null, vip: false, owner: false };
const onClose = vi.fn<() => void>();
let root: Root;
const show = (mobile: string | null) =>
  root.render(<AccountSheet user={{ ...user, mobile }} onClose={onClose} />);
const button = (name: string) => page.getByRole("button", { name, exact: true });
beforeEach(async () => {
  await page.viewport(390, 844);
  vi.mocked(startMobileBinding).mockReset().mockResolvedValue(null);
  vi.mocked(logOut)
    .mockReset()
    .mockReturnValue(new Promise(() => {}));
  onClose.mockReset();
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

it("I04 the mobile is masked", async () => {
  show("13800005678");
  await expect.element(page.getByText("138****5678")).toBeVisible();
  expect(document.body.textContent).not.toContain("13800005678");
  expect(button("绑定手机号").elements()).toEqual([]);
});
it("I01 an account without one is led to binding", async () => {
  show(null);
  await button("绑定手机号").click();
  expect(startMobileBinding).toHaveBeenCalledTimes(1);
});
it("V28 a failure of binding is reported", async () => {
  vi.mocked(startMobileBinding).mockResolvedValue("网络不可用，请检查网络后重试");
  show(null);
  await button("绑定手机号").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("网络不可用，请检查网络后重试");
});
it("G07 logout runs once, and the sheet cannot be closed meanwhile", async () => {
  show("13800005678");
  await button("退出登录").click();
  await expect.element(button("退出登录")).toHaveAttribute("aria-busy", "true");
  await button("退出登录").click({ force: true });
  expect(logOut).toHaveBeenCalledTimes(1);
  await expect.element(button("关闭")).toBeDisabled();
});
it("G07 V28 a logout that cannot begin is reported, and can be tried again", async () => {
  vi.mocked(logOut).mockRejectedValueOnce(new TypeError("not loaded"));
  show("13900006321");
  await button("退出登录").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还没有退出，请检查网络后重试");
  await button("退出登录").click();
  await expect.element(button("退出登录")).toHaveAttribute("aria-busy", "true");
  expect(page.getByRole("alert").elements()).toEqual([]);
  expect(logOut).toHaveBeenCalledTimes(2);
});
