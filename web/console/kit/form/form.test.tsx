import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ConsoleField } from "./console-field.tsx";
import { DateTimeInput } from "./date-time-input.tsx";
import { FieldStack, FormFrame } from "./form-frame.tsx";
import { SelectInput } from "./select-input.tsx";
import { SwitchInput } from "./switch-input.tsx";
import { NumberInput, TextAreaInput, TextInput } from "./text-input.tsx";
import { useConsoleForm, type FormDraft } from "./use-console-form.ts";

type Values = {
  title: string;
  quota: number | null;
  start: string;
  type: "" | "1" | "2";
  isOpen: boolean;
  note: string;
};
const values: Values = { title: "", quota: 40, start: "", type: "", isOpen: false, note: "" };
const schema = z.object({
  title: z.string().check(z.minLength(1, "请填写标题")),
  quota: z.nullable(z.int().check(z.minimum(1, "名额至少 1"))),
});
type Save = (values: Values) => Promise<void>;

function showForm(onSave: Save, draft?: FormDraft<Values>): void {
  const Shown = () => {
    const form = useConsoleForm<Values>({ values, schema, onSave, ...(draft && { draft }) });
    return (
      <FormFrame of={form} label="活动">
        <FieldStack>
          <ConsoleField of={form} name="title">
            {(field) => <TextInput label="标题" isRequired {...field} />}
          </ConsoleField>
          <ConsoleField of={form} name="quota">
            {(field) => <NumberInput label="名额" unit="人" {...field} />}
          </ConsoleField>
          <ConsoleField of={form} name="start">
            {(field) => <DateTimeInput label="开始" {...field} />}
          </ConsoleField>
          <ConsoleField of={form} name="type">
            {(field) => (
              <SelectInput
                label="类型"
                options={[
                  { value: "1", label: "新车试驾" },
                  { value: "2", label: "二手车" },
                ]}
                {...field}
              />
            )}
          </ConsoleField>
          <ConsoleField of={form} name="isOpen">
            {(field) => <SwitchInput label="对外显示" {...field} />}
          </ConsoleField>
          <ConsoleField of={form} name="note">
            {(field) => <TextAreaInput label="备注" {...field} />}
          </ConsoleField>
        </FieldStack>
      </FormFrame>
    );
  };
  showInConsole(
    <main>
      <Shown />
    </main>,
  );
}

test("CO44 a fault of the schema stands at its field, which takes the focus; nothing is saved", async () => {
  const onSave = vi.fn<Save>();
  showForm(onSave);
  await page.getByRole("button", { name: "保存" }).click();
  const title = page.getByRole("textbox", { name: "标题" });
  await expect.element(title).toHaveAccessibleDescription("请填写标题");
  await expect.element(title).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
});

test("⌘S saves what was typed, and the page says when", async () => {
  const onSave = vi.fn<Save>(async () => {});
  showForm(onSave);
  await page.getByRole("textbox", { name: "标题" }).fill("莫干山晨雾试驾");
  await page.getByRole("textbox", { name: "名额" }).fill("46");
  await page.getByRole("textbox", { name: "开始：日期" }).fill("2026/11/28");
  await page.getByRole("textbox", { name: "开始：时间" }).fill("8:30");
  await page.getByRole("textbox", { name: "备注" }).click();
  await expect.element(page.getByRole("textbox", { name: "开始：日期" })).toHaveValue("2026-11-28");
  await page.getByRole("switch", { name: "对外显示" }).click();
  await page.getByRole("combobox", { name: "类型" }).click();
  await page.getByRole("option", { name: "二手车" }).click();
  await expect.element(page.getByText("有未保存的修改")).toBeVisible();
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.element(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    title: "莫干山晨雾试驾",
    quota: 46,
    start: "2026-11-28T08:30:00+08:00",
    type: "2",
    isOpen: true,
    note: "",
  });
});

test("CO44 a refusal stands at the field that it names, or above the buttons", async () => {
  const answers = [
    new Refusal("invalid", { fields: { quota: "已有 46 人报名，名额不能小于 46" } }),
    new Refusal("stateChanged"),
  ];
  showForm(() => Promise.reject(answers.shift() ?? new Error("saved too often")));
  await page.getByRole("textbox", { name: "标题" }).fill("试驾");
  await page.getByRole("button", { name: "保存" }).click();
  await expect
    .element(page.getByRole("textbox", { name: "名额" }))
    .toHaveAccessibleDescription("已有 46 人报名，名额不能小于 46");
  await page.getByRole("textbox", { name: "名额" }).fill("50");
  await page.getByRole("button", { name: "保存" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("状态已更新，请刷新后查看");
});

test("CO24 unsaved input is kept while it is typed, restored, and dropped when it is saved", async () => {
  const draft = {
    restored: { ...values, title: "昨天写的" },
    keptAt: Date.parse("2026-11-27T14:22:00+08:00"),
    keep: vi.fn<(kept: Values) => void>(),
    drop: vi.fn<() => void>(),
  };
  showForm(async () => {}, draft);
  const title = page.getByRole("textbox", { name: "标题" });
  await expect.element(title).toHaveValue("昨天写的");
  await expect.element(page.getByText("有未保存的修改")).toBeVisible();
  await expect.element(page.getByText("已恢复 14:22 未保存的内容")).toBeVisible();
  await title.fill("今天写的");
  await vi.waitFor(() => expect(draft.keep.mock.lastCall?.[0].title).toBe("今天写的"));
  expect(draft.drop).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "保存" }).click();
  await vi.waitFor(() => expect(draft.drop).toHaveBeenCalled());
  await expect.element(page.getByText("已恢复 14:22 未保存的内容")).not.toBeInTheDocument();

  showForm(async () => {}, draft);
  await page.getByRole("button", { name: "放弃" }).click();
  await expect.element(title).toHaveValue("");
});

test("a day is chosen in the calendar by keyboard", async () => {
  const Shown = () => {
    const [value, setValue] = useState("2026-11-28T08:30:00+08:00");
    return (
      <main>
        <DateTimeInput label="开始" value={value} onChange={setValue} />
        <output>{value}</output>
      </main>
    );
  };
  showInConsole(<Shown />);
  await page.getByRole("button", { name: "打开日历" }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expect.element(page.getByRole("grid")).toBeVisible();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("28"));
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await expect.element(page.getByText("2026-11-27T08:30:00+08:00")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
