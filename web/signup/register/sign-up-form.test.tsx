import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import {
  field,
  fill,
  focused,
  radio,
  result,
  select,
  showForm,
  signUps,
  submit,
  fieldError,
} from "../testing/sign-up-form.tsx";
import { activityId, sampleDates, sampleOffer } from "../testing/samples.ts";
import { violations } from "../../ui/testing/show.tsx";

beforeEach(() => sessionStorage.clear());

test("L12 an empty form: a summary with the count, the first error focused, messages linked to their fields", async () => {
  const { sent } = showForm();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 6 处需要修改，改好后再提交。");
  await expect.poll(focused).toBe(radio("远山").element());
  for (const [name, text] of [
    ["seriesCode", "请选择意向车系"],
    ["sessionId", "请选择场次"],
    ["answers-helmetSize", "请选择头盔尺码"],
    ["name", "请填写姓名"],
    ["consent", "请先阅读并同意"],
  ])
    expect(fieldError(`${name}-hint`)).toBe(text);
  await expect.element(field("姓名")).toHaveAccessibleDescription("请填写姓名");
  await expect
    .element(page.getByRole("radiogroup", { name: "场次" }))
    .toHaveAccessibleDescription("请选择场次");
  await expect.element(submit).toHaveTextContent("修改后提交");
  expect(signUps(sent)).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("a corrected field loses its error and reduces the count", async () => {
  showForm();
  await submit.click();
  await field("姓名").fill("林晓岚");
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 5 处需要修改，改好后再提交。");
  expect(fieldError("name-hint")).toBeUndefined();
});

test("arrow keys choose within a group, and Tab leaves it", async () => {
  showForm();
  await userEvent.click(radio("远山"));
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(radio("行云")).toBeChecked();
  await userEvent.click(radio(/08:30/));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(radio(/13:30/)).toBeChecked();
  await userEvent.tab();
  expect(focused()).toBe(select("头盔尺码").element());
});

test("another date shows its own sessions and clears the choice", async () => {
  showForm();
  await userEvent.click(radio(/08:30/));
  await userEvent.click(radio("周日 11.29"));
  await expect.element(radio("08:30 – 10:00 剩 3 席")).not.toBeChecked();
  await expect.element(radio(/13:30/)).not.toBeInTheDocument();
});

test("L02 L13 a complete form is sent once in the contract's format, with the draft's key", async () => {
  const { sent, onSigned } = showForm();
  await fill();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  const [only, ...more] = signUps(sent);
  expect(more).toEqual([]);
  expect(only?.args).toEqual({
    id: activityId,
    name: "林𠮷岚🙂",
    mobile: "13812345678",
    seriesCode: "yuanshan",
    dealerId: "1",
    sessionId: "11",
    answers: { helmetSize: "M", companions: "2" },
    consent: true,
    channel: { utm_source: "wx" },
  });
  expect(only?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test("L15 two presses send one request; the button is busy", async () => {
  let answer: (value: unknown) => void = () => {};
  const { sent, onSigned } = showForm({
    answers: { signUp: () => new Promise((resolve) => (answer = resolve)) },
  });
  await fill();
  await submit.dblClick();
  await expect.element(submit).toHaveAttribute("aria-busy", "true");
  await expect.element(submit).toHaveTextContent("正在提交");
  await submit.click({ force: true });
  await field("姓名").click();
  await userEvent.keyboard("{Enter}");
  expect(signUps(sent)).toHaveLength(1);
  answer(result);
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(signUps(sent)).toHaveLength(1);
});

test("L21 the values survive a reload with the same key; the SMS code does not", async () => {
  const first = showForm({ answers: { signUp: () => Promise.reject(new Refusal("captchaRequired")) } });
  await fill();
  await submit.click();
  await expect.poll(() => signUps(first.sent).length).toBe(1);
  const second = showForm();
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
  await expect.element(radio("远山")).toBeChecked();
  await expect.element(radio(/08:30/)).toBeChecked();
  await expect.element(select("头盔尺码")).toHaveValue("M");
  await expect.element(page.getByRole("checkbox")).toBeChecked();
  await submit.click();
  await expect.poll(() => signUps(second.sent).length).toBe(1);
  expect(signUps(second.sent)).toEqual(signUps(first.sent));
});

test("L21 a session of a restored draft that is not available any more is reported", async () => {
  showForm();
  await fill();
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('"consent":true');
  showForm({ answers: { listDates: () => sampleDates(0) } });
  await expect.poll(() => fieldError("sessionId-hint")).toBe("之前选的场次已不可约，请重新选择");
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
});

test("L12 the server's messages appear at their fields, the first one focused", async () => {
  const fields = { "answers.companions": "同行人数最多 3 人", name: "姓名中有不能使用的字符" };
  showForm({ answers: { signUp: () => Promise.reject(new Refusal("invalid", { fields })) } });
  await fill();
  await submit.click();
  await expect.poll(() => fieldError("name-hint")).toBe("姓名中有不能使用的字符");
  expect(fieldError("answers-companions-hint")).toBe("同行人数最多 3 人");
  await expect.poll(focused).toBe(field("同行人数").element());
  await expect.element(page.getByRole("alert")).toHaveTextContent("还有 2 处需要修改，改好后再提交。");
});

test("L09 a session sold out meanwhile: a notice, fresh seats, another session to choose, nothing else lost", async () => {
  const refuse = () =>
    Promise.reject(new Refusal("flowBranch", { remark: "该场次名额已满，请选择其他场次" }));
  const { onSigned } = showForm({ answers: { signUp: refuse, listDates: () => sampleDates(0) } });
  await fill();
  await submit.click();
  await expect.element(page.getByText("该场次名额已满，请选择其他场次")).toBeVisible();
  await expect
    .poll(() => fieldError("sessionId-hint"))
    .toBe("这个场次刚刚约满，可以改选其他场次，或选它候补");
  await expect.element(radio("08:30 – 10:00 已约满 · 可候补")).not.toBeChecked();
  await expect.poll(focused).toBe(radio(/08:30/).element());
  await expect.element(submit).toHaveTextContent("修改后提交");
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
  expect(onSigned).not.toHaveBeenCalled();
});

test("L18 a full session is chosen for the waitlist and marked so, also in a restored draft", async () => {
  const first = showForm({ answers: { signUp: () => Promise.reject(new Refusal("captchaRequired")) } });
  await fill();
  await userEvent.click(radio("10:30 – 12:00 已约满 · 可候补"));
  const join = page.getByRole("button", { name: "加入候补" });
  await join.click();
  await expect
    .poll(() => signUps(first.sent).at(-1)?.args)
    .toMatchObject({ sessionId: "12", waitlist: true });
  const second = showForm();
  await expect.element(radio(/10:30/)).toBeChecked();
  await join.click();
  await expect.poll(() => signUps(second.sent)).toHaveLength(1);
  expect(signUps(second.sent)[0]?.args).toMatchObject({ sessionId: "12", waitlist: true });
  // A session with free seats needs no waitlist.
  await userEvent.click(radio(/13:30/));
  await page.getByRole("button", { name: "提交报名" }).click();
  await expect.poll(() => signUps(second.sent)).toHaveLength(2);
  expect(signUps(second.sent)[1]?.args).not.toHaveProperty("waitlist");
});

test("L18 if all sessions of a dealer are full, the waitlist and other dealers are offered", async () => {
  const full = sampleDates().map((one) => ({
    ...one,
    sessions: one.sessions.map((session) => ({ ...session, remaining: 0 })),
  }));
  sessionStorage.clear();
  showForm({ offer: { ...sampleOffer(), dates: full } });
  await expect.element(page.getByText("这家门店的场次都已约满，可以候补，或换一家门店看看")).toBeVisible();
  await userEvent.click(radio("周日 11.29"));
  await userEvent.click(radio("08:30 – 10:00 已约满 · 可候补"));
  await expect.element(page.getByRole("button", { name: "加入候补" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("L09 L18 all seats taken meanwhile: the same form leads to the waitlist, and nothing is lost", async () => {
  const refuse = ({ waitlist }: Record<string, unknown>) =>
    waitlist === true
      ? { ...result, status: "waitlisted" }
      : Promise.reject(new Refusal("flowBranch", { remark: "名额已满" }));
  const { sent, onSigned } = showForm({ answers: { signUp: refuse } });
  await fill();
  await submit.click();
  await expect.element(page.getByText("这场活动已约满，加入候补后按顺序递补。")).toBeVisible();
  await expect.element(page.getByText("名额已满", { exact: true })).toBeVisible();
  expect(page.getByText("为什么不能参加").query()).toBeNull();
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
  await expect.element(radio("08:30 – 10:00 已约满 · 可候补")).toBeChecked();
  await page.getByRole("button", { name: "加入候补" }).click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(signUps(sent).at(-1)?.args).toMatchObject({ sessionId: "11", waitlist: true });
});

test("L07 a sign-up at another dealer reports that dealer's dates, from which the ticket is built", async () => {
  const atFirst = sampleDates();
  const later = atFirst.map(({ date, sessions }) => ({
    date,
    sessions: sessions.map((one) => ({ ...one, sessionId: `9${one.sessionId}` })),
  }));
  const { onSigned } = showForm({
    answers: { listDates: ({ dealerId }) => (dealerId === "2" ? later : atFirst) },
  });
  await page.getByRole("button", { name: /青岚中心·徐汇滨江/ }).click();
  await page.getByRole("button", { name: /青岚空间·前滩/ }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await fill();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  const [, values, dates] = onSigned.mock.calls[0] ?? [];
  expect(values?.sessionId).toBe("911");
  expect(dates).toEqual(later);
});
