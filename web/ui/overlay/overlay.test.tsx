import "../styles/test-base-styles.ts";
import "../styles/controls.module.css";
import "../styles/frame.module.css";
import axe from "axe-core";
import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../testing/show.tsx";
import { page, userEvent } from "vitest/browser";
import { Button } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Sheet } from "./sheet.tsx";

function WithSheet({ isBusy = false }: { isBusy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title="登录" isBusy={isBusy}>
        <input aria-label="手机号" />
      </Sheet>
    </>
  );
}
const sheet = page.getByRole("dialog", { name: "登录" });
const opener = page.getByRole("button", { name: "打开" });

test("a sheet takes and traps the focus, and returns it when Esc closes it", async () => {
  show(<WithSheet />);
  await opener.click();
  await expect.element(sheet).toBeVisible();
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(sheet.element().contains(document.activeElement)).toBe(true);
  const { violations } = await axe.run(sheet.element());
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  expect(document.activeElement).toBe(opener.element());
});

test("a sheet that is submitting does not close", async () => {
  show(<WithSheet isBusy />);
  await opener.click();
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "关闭" })).toBeDisabled();
  await expect.element(sheet).toBeVisible();
});

test("a dialog is named by its title and described by its text", async () => {
  show(
    <Dialog isOpen onClose={() => {}} title="还差一步" text="请先完成认证">
      <Button>去认证</Button>
    </Dialog>,
  );
  const dialog = page.getByRole("alertdialog", { name: "还差一步" });
  await expect.element(dialog).toHaveAccessibleDescription("请先完成认证");
});
