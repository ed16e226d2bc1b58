import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import type { UserInfo } from "#contract/session/session.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { button, field, fillContact, result, showContactForm, submit } from "../testing/sign-up-form.tsx";
import { samplePerson } from "../testing/samples.ts";
import type { SignUpFormProps } from "../register/use-sign-up-form.ts";

beforeEach(() => sessionStorage.clear());

test("I05 L07 the bound number is masked and needs no code", async () => {
  const { sent, onSigned } = showContactForm();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  expect(document.body.innerHTML).not.toContain("13812345678");
  await fillContact();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent[0]?.args).toMatchObject({ mobile: "13812345678" });
  expect(sent[0]?.args).not.toHaveProperty("smsCode");
});

test("back to the bound number: no code is required", async () => {
  const { onSigned } = showContactForm();
  await fillContact();
  await button("更换").click();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
  await button("用回原号码").click();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
});

test("L04 a visitor sees the form and logs in with the press; if they give up, nothing is sent or lost", async () => {
  const login = vi.fn<PersonActions["login"]>(() => Promise.resolve(false));
  const { sent } = showContactForm({ person: null, actions: { login } });
  await expect.element(page.getByText("登录后自动填入")).toBeVisible();
  await field("姓名").fill("林晓岚");
  await button("登录并提交").click();
  await expect.poll(() => login.mock.calls.length).toBe(1);
  expect(sent).toEqual([]);
  await expect.element(field("姓名")).toHaveValue("林晓岚");
});

test("L04 a login in place continues with the same press", async () => {
  let person: UserInfo | null = null;
  const login = () => {
    person = samplePerson;
    return Promise.resolve(true);
  };
  const { onSigned } = showContactForm({ person: null, actions: { login, person: () => person } });
  await fillContact();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
});

test("K15 I02 without a mobile the press leads to the binding; the form stays", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent } = showContactForm({ person: { ...samplePerson, mobile: null }, actions: { bind } });
  await field("姓名").fill("林晓岚");
  await submit.click();
  await expect.poll(() => bind.mock.calls.length).toBe(1);
  await button("去绑定").click();
  expect(bind.mock.calls).toHaveLength(2);
  expect(sent).toEqual([]);
});

const unbound: UserInfo = { ...samplePerson, mobile: null };

test("K15 without a mobile an online activity accepts a number verified by a code, and nothing is bound", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent, onSigned } = showContactForm({ person: unbound, activityType: "online", actions: { bind } });
  await fillContact();
  await expect.element(button("用回原号码")).not.toBeInTheDocument();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
  await expect.poll(() => document.activeElement?.id).toBe("mobile");
  await field("手机号").fill("13987654321");
  await button("获取验证码").click();
  await field("短信验证码").fill("246810");
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent.at(-1)?.args).toMatchObject({ mobile: "13987654321", smsCode: "246810" });
  // Therefore the ticket shows the number as well.
  expect(onSigned.mock.calls[0]?.[1]).toMatchObject({ isOtherMobile: true, mobile: "13987654321" });
  expect(bind).not.toHaveBeenCalled();
});

test("K15 L21 a number entered for an online activity survives a reload", async () => {
  showContactForm({ person: unbound, activityType: "online" });
  await field("手机号").fill("13987654321");
  await expect.poll(() => Object.values(sessionStorage).join()).toContain("13987654321");
  showContactForm({ person: unbound, activityType: "online" });
  await expect.element(field("手机号")).toHaveValue("13987654321");
});

test("K15 with a mobile an online activity uses it, as an offline one does", async () => {
  const { sent, onSigned } = showContactForm({ activityType: "online" });
  await expect.element(page.getByText("138****5678")).toBeVisible();
  await fillContact();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent[0]?.args).toMatchObject({ mobile: "13812345678" });
});

test("K15 L04 a visitor logs in for an online activity and continues without a mobile", async () => {
  let person: UserInfo | null = null;
  const login = vi.fn<PersonActions["login"]>(() => {
    person = unbound;
    return Promise.resolve(true);
  });
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent } = showContactForm({
    person: null,
    activityType: "online",
    actions: { login, bind, person: () => person },
  });
  await fillContact();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
  expect([login.mock.calls.length, bind.mock.calls.length, sent.length]).toEqual([1, 0, 0]);
});

test("L04 the server requires a mobile: link to the binding, the form unchanged", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  showContactForm({
    answers: { signUp: () => Promise.reject(new Refusal("mobileRequired", { taskLink: "/x" })) },
    actions: { bind },
  });
  await fillContact();
  await submit.click();
  await button("去绑定").click();
  expect(bind.mock.calls).toHaveLength(1);
});

test("the bound number was changed elsewhere: the form asks for a code", async () => {
  const fields = { smsCode: "请填写短信验证码" };
  showContactForm({ answers: { signUp: () => Promise.reject(new Refusal("invalid", { fields })) } });
  await fillContact();
  await submit.click();
  await expect.element(field("手机号")).toHaveValue("13812345678");
  await expect.poll(() => document.activeElement?.id).toBe("smsCode");
});

test("L05 not eligible: the message of 613 stays in the page", async () => {
  showContactForm({ answers: { signUp: () => Promise.reject(new Refusal("notEligible")) } });
  await fillContact();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("抱歉，你当前没有活动资格~");
});

test("L16 no answer: the state is checked, and the next press sends the same key", async () => {
  const answers = [new Refusal("timeout"), result];
  const isSignedAfterAll = vi.fn<SignUpFormProps["isSignedAfterAll"]>(() => Promise.resolve(false));
  const { sent, onSigned } = showContactForm({
    answers: {
      signUp: () => {
        const next = answers.shift();
        return next instanceof Refusal ? Promise.reject(next) : next;
      },
    },
    isSignedAfterAll,
  });
  await fillContact();
  await submit.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("暂时没有收到结果，请再提交一次，不会重复报名。");
  expect(isSignedAfterAll).toHaveBeenCalledTimes(1);
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent.map(({ key }) => key)[0]).toBe(sent.map(({ key }) => key)[1]);
});

test("L11 a conflict with an existing sign-up shows that sign-up, not an error", async () => {
  const isSignedAfterAll = vi.fn<SignUpFormProps["isSignedAfterAll"]>(() => Promise.resolve(true));
  showContactForm({ answers: { signUp: () => Promise.reject(new Refusal("conflict")) }, isSignedAfterAll });
  await fillContact();
  await submit.click();
  await expect.poll(() => isSignedAfterAll.mock.calls.length).toBe(1);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("L21 another person in the same tab finds an empty form", async () => {
  showContactForm();
  await fillContact();
  await expect.poll(() => Object.values(sessionStorage).join()).toContain("林晓岚");
  showContactForm({ person: { ...samplePerson, openId: "open-2" } });
  await expect.element(field("姓名")).toHaveValue("");
  await userEvent.tab();
  expect(document.body.textContent).not.toContain("林晓岚");
});
