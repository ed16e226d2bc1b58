import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/errors.ts";
import type { UserInfo } from "#contract/session.ts";
import type { PersonActions } from "./person-actions.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { actionsOf, fakeSend, sampleDates, sampleOffer, samplePerson } from "./testing/sample.ts";
import { show } from "./testing/show.tsx";
import type { SignUpFormProps } from "./use-sign-up-form.ts";

const result = { signUpId: "1", ticketCode: "64C9 MATK 6N46", status: "confirmed" };
type Shown = {
  answers?: Parameters<typeof fakeSend>[0];
  person?: UserInfo | null;
  actions?: Partial<PersonActions>;
  isSignedAfterAll?: () => Promise<boolean>;
  activityType?: "localoffline" | "online";
};

/** Shows a form that asks for nothing but name, number and consent. */
function showForm({ answers = {}, person = samplePerson, actions = {}, ...rest }: Shown = {}) {
  const { activityType = "localoffline" } = rest;
  const { send, sent } = fakeSend({
    signUp: () => result,
    sendSms: () => ({ expiresIn: 300, resendIn: 60 }),
    listDates: () => sampleDates(),
    ...answers,
  });
  const onSigned = vi.fn<SignUpFormProps["onSigned"]>();
  show(
    <SignUpForm
      offer={sampleOffer({ asks: { series: false, dealer: false, session: false }, form: [], activityType })}
      detail="/offline/1"
      send={send}
      user={person}
      actions={actionsOf(person, actions)}
      channel={() => ({})}
      onSigned={onSigned}
      isSignedAfterAll={rest.isSignedAfterAll ?? (() => Promise.resolve(false))}
    />,
  );
  return { sent, onSigned };
}
const submit = page.getByRole("button", { name: /提交/ });
/** A label may have a remark at its end. */
const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const button = (name: string) => page.getByRole("button", { name });
const fill = async () => {
  await field("姓名").fill("林晓岚");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
};

beforeEach(() => sessionStorage.clear());

test("I05 L07 the bound number is masked and needs no code", async () => {
  const { sent, onSigned } = showForm();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  expect(document.body.innerHTML).not.toContain("13812345678");
  await fill();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent[0]?.args).toMatchObject({ mobile: "13812345678" });
  expect(sent[0]?.args).not.toHaveProperty("smsCode");
});

test("another number: slider, then a code to it, then a minute's rest; both are sent", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve("pass-1"));
  const { sent, onSigned } = showForm({ actions: { solveCaptcha } });
  await fill();
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

test("a mistyped number keeps nobody waiting: the corrected one may have a code at once, the first in a minute", async () => {
  const { sent } = showForm();
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

test("a code that is on its way takes the place of the fault that there was none; given up, the fault stays", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve(null));
  showForm({ actions: { solveCaptcha } });
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

test("K15 on a small phone every field stays within its card, also the code's with its button", async () => {
  await page.viewport(360, 740);
  showForm({ person: { ...samplePerson, mobile: null }, activityType: "online" });
  await expect.element(button("获取验证码")).toBeVisible();
  const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
  const card = document.querySelector(".flds")?.parentElement ?? null;
  const { paddingRight = "" } = card ? getComputedStyle(card) : {};
  for (const inner of document.querySelectorAll(".inp"))
    expect(rightOf(inner)).toBeLessThanOrEqual(rightOf(card) - Number.parseFloat(paddingRight));
});

test("a number that is none gets no slider; one given up sends no code", async () => {
  const solveCaptcha = vi.fn<PersonActions["solveCaptcha"]>(() => Promise.resolve(null));
  const { sent } = showForm({ actions: { solveCaptcha } });
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

test("back to the bound number: no code is asked for", async () => {
  const { onSigned } = showForm();
  await fill();
  await button("更换").click();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
  await button("用回原号码").click();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
});

test("L04 a visitor sees the form, and logs in with the press; given up, nothing is sent or lost", async () => {
  const login = vi.fn<PersonActions["login"]>(() => Promise.resolve(false));
  const { sent } = showForm({ person: null, actions: { login } });
  await expect.element(page.getByText("登录后自动填入")).toBeVisible();
  await field("姓名").fill("林晓岚");
  await button("登录并提交").click();
  await expect.poll(() => login.mock.calls.length).toBe(1);
  expect(sent).toEqual([]);
  await expect.element(field("姓名")).toHaveValue("林晓岚");
});

test("L04 a login in place goes on with the same press", async () => {
  let person: UserInfo | null = null;
  const login = () => {
    person = samplePerson;
    return Promise.resolve(true);
  };
  const { onSigned } = showForm({ person: null, actions: { login, person: () => person } });
  await fill();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
});

test("K15 I02 without a mobile the press leads to the binding; the form stays", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent } = showForm({ person: { ...samplePerson, mobile: null }, actions: { bind } });
  await field("姓名").fill("林晓岚");
  await submit.click();
  await expect.poll(() => bind.mock.calls.length).toBe(1);
  await button("去绑定").click();
  expect(bind.mock.calls).toHaveLength(2);
  expect(sent).toEqual([]);
});

const unbound: UserInfo = { ...samplePerson, mobile: null };

test("K15 without a mobile an online activity takes a number proved by a code, and nothing is bound", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent, onSigned } = showForm({ person: unbound, activityType: "online", actions: { bind } });
  await fill();
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
  // So the ticket shows it, too.
  expect(onSigned.mock.calls[0]?.[1]).toMatchObject({ isOtherMobile: true, mobile: "13987654321" });
  expect(bind).not.toHaveBeenCalled();
});

test("K15 L21 the number that an online activity was given outlives the page", async () => {
  showForm({ person: unbound, activityType: "online" });
  await field("手机号").fill("13987654321");
  await expect.poll(() => Object.values(sessionStorage).join()).toContain("13987654321");
  showForm({ person: unbound, activityType: "online" });
  await expect.element(field("手机号")).toHaveValue("13987654321");
});

test("K15 with a mobile an online activity takes that, as an offline one does", async () => {
  const { sent, onSigned } = showForm({ activityType: "online" });
  await expect.element(page.getByText("138****5678")).toBeVisible();
  await fill();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent[0]?.args).toMatchObject({ mobile: "13812345678" });
});

test("K15 L04 a visitor logs in for an online activity, and goes on without a mobile", async () => {
  let person: UserInfo | null = null;
  const login = vi.fn<PersonActions["login"]>(() => {
    person = unbound;
    return Promise.resolve(true);
  });
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  const { sent } = showForm({
    person: null,
    activityType: "online",
    actions: { login, bind, person: () => person },
  });
  await fill();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
  expect([login.mock.calls.length, bind.mock.calls.length, sent.length]).toEqual([1, 0, 0]);
});

test("L04 the server misses the mobile: the way to bind one, the form untouched", async () => {
  const bind = vi.fn<PersonActions["bind"]>(() => Promise.resolve());
  showForm({
    answers: { signUp: () => Promise.reject(new Refusal("mobileRequired", { taskLink: "/x" })) },
    actions: { bind },
  });
  await fill();
  await submit.click();
  await button("去绑定").click();
  expect(bind.mock.calls).toHaveLength(1);
});

test("the bound number changed elsewhere: it is asked for with a code", async () => {
  const fields = { smsCode: "请填写短信验证码" };
  showForm({ answers: { signUp: () => Promise.reject(new Refusal("invalid", { fields })) } });
  await fill();
  await submit.click();
  await expect.element(field("手机号")).toHaveValue("13812345678");
  await expect.poll(() => document.activeElement?.id).toBe("smsCode");
});

test("L05 not eligible: 613's sentence stays in the page", async () => {
  showForm({ answers: { signUp: () => Promise.reject(new Refusal("notEligible")) } });
  await fill();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("抱歉，你当前没有活动资格~");
});

test("L16 no answer: whether it arrived is asked; the same key goes with the next press", async () => {
  const answers = [new Refusal("timeout"), result];
  const isSignedAfterAll = vi.fn<SignUpFormProps["isSignedAfterAll"]>(() => Promise.resolve(false));
  const { sent, onSigned } = showForm({
    answers: {
      signUp: () => {
        const next = answers.shift();
        return next instanceof Refusal ? Promise.reject(next) : next;
      },
    },
    isSignedAfterAll,
  });
  await fill();
  await submit.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("暂时没有收到结果，请再提交一次，不会重复报名。");
  expect(isSignedAfterAll).toHaveBeenCalledTimes(1);
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(sent.map(({ key }) => key)[0]).toBe(sent.map(({ key }) => key)[1]);
});

test("L11 a conflict with a sign-up that is in shows that one, not an error", async () => {
  const isSignedAfterAll = vi.fn<SignUpFormProps["isSignedAfterAll"]>(() => Promise.resolve(true));
  showForm({ answers: { signUp: () => Promise.reject(new Refusal("conflict")) }, isSignedAfterAll });
  await fill();
  await submit.click();
  await expect.poll(() => isSignedAfterAll.mock.calls.length).toBe(1);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("L21 another person in the same tab finds an empty form", async () => {
  showForm();
  await fill();
  await expect.poll(() => Object.values(sessionStorage).join()).toContain("林晓岚");
  showForm({ person: { ...samplePerson, openId: "open-2" } });
  await expect.element(field("姓名")).toHaveValue("");
  await userEvent.tab();
  expect(document.body.textContent).not.toContain("林晓岚");
});
