import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { PersonActions } from "../register/person-actions.ts";
import { button, field, fillContact, showContactForm, submit } from "../testing/sign-up-form.tsx";
import { samplePerson } from "../testing/samples.ts";
import * as fieldCss from "../../ui/form/field.module.css";

beforeEach(() => sessionStorage.clear());

test("another number: captcha, code, then a minute's wait; number and code are sent", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve("pass-1"));
  const { sent, onSigned } = showContactForm({ actions: { solveCaptcha } });
  await fillContact();
  await button("更换").click();
  await expect.poll(() => document.activeElement?.id).toBe("mobile");
  await field("手机号").fill("+86 139 8765 4321");
  await button("获取验证码").click();
  await expect.element(page.getByText("验证码已发送至 139****4321").first()).toBeVisible();
  expect(solveCaptcha).toHaveBeenCalledWith("13987654321");
  expect(sent[0]).toMatchObject({
    name: "sendSms",
    args: { mobile: "13987654321", scene: "signup", captchaVerifyId: "pass-1" },
  });
  await expect.element(page.getByRole("button", { name: /秒后重发/ })).toBeDisabled();
  await field("短信验证码").fill("246810");
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent[1]?.args).toMatchObject({ mobile: "13987654321", smsCode: "246810" });
});

test("a mistyped number causes no wait: the corrected one may have a code at once, the first after a minute", async () => {
  const { sent } = showContactForm();
  await button("更换").click();
  await field("手机号").fill("13987654321");
  await button("获取验证码").click();
  await expect.element(page.getByText("验证码已发送至 139****4321").first()).toBeVisible();
  await field("手机号").fill("13987654322");
  await expect.element(page.getByText(/验证码已发送至/)).not.toBeInTheDocument();
  await button("获取验证码").click();
  await expect.element(page.getByText("验证码已发送至 139****4322").first()).toBeVisible();
  await field("手机号").fill("139 8765 4321");
  await expect.element(page.getByText("验证码已发送至 139****4321").first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: /秒后重发/ })).toBeDisabled();
  expect(sent.map(({ args }) => args["mobile"])).toEqual(["13987654321", "13987654322"]);
});

test("the confirmation of a sent code replaces the missing-code error; if the person gives up, the error stays", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve(null));
  showContactForm({ actions: { solveCaptcha } });
  await button("更换").click();
  await field("手机号").fill("13987654321");
  await submit.click();
  const fault = page.getByText("请填写 6 位短信验证码");
  await expect.element(fault).toBeVisible();
  await button("获取验证码").click();
  await expect.poll(() => solveCaptcha.mock.calls.length).toBe(1);
  await expect.element(button("获取验证码")).toBeEnabled();
  await expect.element(fault).toBeVisible();
  solveCaptcha.mockResolvedValue("pass-1");
  await button("获取验证码").click();
  await expect.element(field("短信验证码")).toHaveAccessibleDescription("验证码已发送至 139****4321");
  await expect.element(fault).not.toBeInTheDocument();
});

test("K15 on a small phone every field stays within its card, also the code with its button", async () => {
  await page.viewport(360, 740);
  showContactForm({ person: { ...samplePerson, mobile: null }, activityType: "online" });
  await expect.element(button("获取验证码")).toBeVisible();
  const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
  const card = document.querySelector(`.${fieldCss.fields}`)?.parentElement ?? null;
  const { paddingRight = "" } = card ? getComputedStyle(card) : {};
  for (const inner of document.querySelectorAll(`.${fieldCss.inputBox}`))
    expect(rightOf(inner)).toBeLessThanOrEqual(rightOf(card) - Number.parseFloat(paddingRight));
});

test("an invalid number opens no captcha; a captcha that is given up sends no code", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve(null));
  const { sent } = showContactForm({ actions: { solveCaptcha } });
  await button("更换").click();
  await field("手机号").fill("1234");
  await button("获取验证码").click();
  await expect.element(page.getByText("手机号不正确")).toBeVisible();
  expect(solveCaptcha).not.toHaveBeenCalled();
  await field("手机号").fill("13987654321");
  await button("获取验证码").click();
  await expect.poll(() => solveCaptcha.mock.calls.length).toBe(1);
  await expect.element(button("获取验证码")).toBeEnabled();
  expect(sent).toEqual([]);
});
