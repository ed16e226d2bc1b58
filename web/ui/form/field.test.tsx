import "../styles/test-base-styles.ts";
import { expect, test } from "vitest";
import { show } from "../testing/show.tsx";
import { page } from "vitest/browser";
import { Checkbox, TextField } from "./field.tsx";

test("an error is shown at its field and announced with it, and replaces the hint", async () => {
  show(
    <>
      <TextField label="姓名" isRequired error="请填写姓名" hint="与证件一致" />
      <Checkbox error="请先阅读并同意">我已阅读</Checkbox>
    </>,
  );
  const field = page.getByRole("textbox", { name: "姓名" });
  await expect.element(field).toHaveAccessibleDescription("请填写姓名");
  await expect.element(field).toBeInvalid();
  await expect
    .element(page.getByRole("checkbox", { name: "我已阅读" }))
    .toHaveAccessibleDescription("请先阅读并同意");
  expect(document.body.textContent).not.toContain("与证件一致");
});
