import { expect, test } from "vitest";
import { validateForm, faultyFields, parsedForm, toErrors } from "./form-validation.ts";
import { emptySignUpValues, toSignUpForm, type FormValues } from "./form-values.ts";
import { questions, sampleActivity } from "../testing/samples.ts";

const bound = "13812345678";
const good: FormValues = {
  ...emptySignUpValues,
  seriesCode: "yuanshan",
  dealerId: "1",
  date: "2026-11-28",
  sessionId: "11",
  answers: { helmetSize: "M", companions: "2", meal: "" },
  name: "林晓岚",
  consent: true,
};
const other = { ...good, isOtherMobile: true, mobile: "139 1234 5678", smsCode: "123456" };
const faults = (values: FormValues, activity = sampleActivity(), mobile: string | null = bound) =>
  validateForm(toSignUpForm(values, activity.form, mobile, {}), values, activity);

test("L12 a complete form has no errors, with the bound number and with another one", () => {
  expect(faults(good)).toEqual({});
  expect(faults(other)).toEqual({});
});

test("L12 an empty form: every required field, in the order of the form", () => {
  expect(faults(emptySignUpValues)).toEqual({
    seriesCode: "请选择意向车系",
    dealerId: "请选择门店",
    sessionId: "请选择场次",
    "answers.helmetSize": "请选择头盔尺码",
    "answers.companions": "请填写同行人数",
    name: "请填写姓名",
    consent: "请先阅读并同意",
  });
  const asksNothing = sampleActivity({ asks: { series: false, dealer: false, session: false }, form: [] });
  expect(Object.keys(faults(emptySignUpValues, asksNothing))).toEqual(["name", "consent"]);
});

test.each<[string, Partial<FormValues>, Record<string, string>]>([
  ["a blank name", { name: " \u200b\u3000" }, { name: "请填写姓名" }],
  ["a name of 41 characters", { name: "🙂".repeat(41) }, { name: "姓名最多 40 个字" }],
  [
    "an answer that is no option",
    { answers: { ...good.answers, helmetSize: "XXL" } },
    { "answers.helmetSize": "请选择头盔尺码" },
  ],
  [
    "a number that is none",
    { answers: { ...good.answers, companions: "两个" } },
    { "answers.companions": "同行人数应为数字" },
  ],
  [
    "a long answer",
    { answers: { ...good.answers, meal: "不".repeat(501) } },
    { "answers.meal": "最多 500 个字" },
  ],
  ["another number that is none", { ...other, mobile: "12345" }, { mobile: "手机号不正确" }],
  ["another number without a code", { ...other, smsCode: "" }, { smsCode: "请填写 6 位短信验证码" }],
  ["a code with a blank in it", { ...other, smsCode: "204 1" }, { smsCode: "请填写 6 位短信验证码" }],
  ["no consent", { consent: false }, { consent: "请先阅读并同意" }],
])("L12 %s", (_what, over, expected) => {
  expect(faults({ ...good, ...over })).toEqual(expected);
});

test("L13 names with emoji, rare characters and right-to-left text are sent unchanged", () => {
  for (const name of ["林𠮷岚🙂", "مريم", "O'Neill <b>", "a".repeat(40)])
    expect(parsedForm({ ...good, name }, sampleActivity(), bound, {}).name).toBe(name);
});

test("sent data: no empty fields, a code only with another number, never the date", () => {
  expect(parsedForm(good, sampleActivity(), bound, { utm_source: "wx" })).toEqual({
    name: "林晓岚",
    mobile: bound,
    seriesCode: "yuanshan",
    dealerId: "1",
    sessionId: "11",
    answers: { helmetSize: "M", companions: "2" },
    consent: true,
    channel: { utm_source: "wx" },
  });
  expect(parsedForm({ ...other, smsCode: " 123456 " }, sampleActivity(), bound, {})).toMatchObject({
    mobile: "13912345678",
    smsCode: "123456",
  });
  expect(
    parsedForm({ ...good, smsCode: "123456", mobile: "13912345678" }, sampleActivity(), bound, {}),
  ).not.toHaveProperty("smsCode");
});

test("L12 L21 answers to a removed question are no error and are not sent; a removed choice must be made again", () => {
  const answers = { ...good.answers, gone: "1", helmetSize: "XXL" };
  expect(parsedForm({ ...good, answers }, sampleActivity(), bound, {}).answers).toEqual({ companions: "2" });
  expect(faults({ ...good, answers })).toEqual({ "answers.helmetSize": "请选择头盔尺码" });
  const [size, ...others] = questions;
  const form = [{ ...(size as (typeof questions)[number]), required: false }, ...others];
  expect(faults({ ...good, answers }, sampleActivity({ form }))).toEqual({});
});

test("errors are nested by name, and flattened again", () => {
  const told = { sessionId: "请选择场次", "answers.companions": "a", "answers.meal": "b", name: "c" };
  const errors = toErrors(told);
  expect(errors.answers).toMatchObject({ companions: { message: "a" }, meal: { message: "b" } });
  expect(faultyFields(errors)).toEqual(Object.keys(told));
});
