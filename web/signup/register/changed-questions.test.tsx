import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { FormField } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  field,
  fill,
  focused,
  result,
  select,
  showForm,
  signUps,
  submit,
  fieldError,
} from "../testing/sign-up-form.tsx";
import { questions, sampleActivity, sampleOffer } from "../testing/samples.ts";

beforeEach(() => sessionStorage.clear());

test("L12 L21 a question removed while the form is open: a notice, nothing lost, sent without it", async () => {
  const left = questions.filter(({ key }) => key !== "companions");
  const fields = { "answers.companions": "没有这个问题" };
  const { sent, onSigned } = showForm({
    answers: {
      showNearby: () => sampleActivity({ form: left }),
      signUp: ({ answers }) =>
        "companions" in (answers as object) ? Promise.reject(new Refusal("invalid", { fields })) : result,
    },
  });
  await fill();
  await submit.click();
  await expect.element(page.getByText(/主办方刚刚更新了补充信息/)).toBeVisible();
  await expect.element(field("同行人数")).not.toBeInTheDocument();
  await expect.element(page.getByText(/处需要修改/)).not.toBeInTheDocument();
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(signUps(sent).at(-1)?.args["answers"]).toEqual({ helmetSize: "M" });
});

test("L12 L21 a question added while the form is open appears with its error, and is answered", async () => {
  const added = {
    key: "licence",
    label: "驾龄",
    kind: "number" as const,
    required: true,
    options: [],
    placeholder: "",
  };
  const { sent, onSigned } = showForm({
    answers: {
      showNearby: () => sampleActivity({ form: [...questions, added] }),
      signUp: ({ answers }) =>
        (answers as Record<string, string>)["licence"] === undefined
          ? Promise.reject(new Refusal("invalid", { fields: { "answers.licence": "请填写驾龄" } }))
          : result,
    },
  });
  await fill();
  await submit.click();
  await expect.element(page.getByText(/主办方刚刚更新了补充信息/)).toBeVisible();
  await expect.poll(() => fieldError("answers-licence-hint")).toBe("请填写驾龄");
  await expect.poll(focused).toBe(field("驾龄").element());
  await expect.element(page.getByText("还有 1 处需要修改，改好后再提交。")).toBeVisible();
  await field("驾龄").fill("3");
  await expect.element(page.getByText(/处需要修改/)).not.toBeInTheDocument();
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(signUps(sent).at(-1)?.args["answers"]).toEqual({ helmetSize: "M", companions: "2", licence: "3" });
});

test("L21 if the changed questions cannot be loaded, the form reports that it is out of date", async () => {
  const fields = { "answers.licence": "请填写驾龄" };
  showForm({ answers: { signUp: () => Promise.reject(new Refusal("invalid", { fields })) } });
  await fill();
  await submit.click();
  await expect.element(page.getByText(/请刷新页面后再提交/)).toBeVisible();
  await expect.element(page.getByText(/处需要修改/)).not.toBeInTheDocument();
});

test("L12 L21 a draft's answers to removed questions are not sent, and a removed choice is not shown", async () => {
  const first = showForm({ answers: { signUp: () => Promise.reject(new Refusal("captchaRequired")) } });
  await fill();
  await submit.click();
  await expect.poll(() => signUps(first.sent).length).toBe(1);
  const [size, , meal] = questions as [FormField, FormField, FormField];
  const offer = sampleOffer({ form: [{ ...size, required: false, options: ["均码"] }, meal] });
  const { sent, onSigned } = showForm({ offer });
  await expect.element(field("姓名")).toHaveValue("林𠮷岚🙂");
  await expect.element(select("头盔尺码")).toHaveValue("");
  await submit.click();
  await expect.poll(() => onSigned.mock.calls.length).toBe(1);
  expect(signUps(sent)[0]?.args["answers"]).toEqual({});
});
