import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useEffect } from "react";
import { changePreferences } from "../../platform/console/operator-preferences.ts";
import { showInConsole } from "../testing/show-in-console.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { listenToShortcuts, openShortcutList, useShortcuts } from "./shortcuts.ts";

const edit = vi.fn<() => void>();
const search = vi.fn<() => void>();
const go = vi.fn<() => void>();
beforeEach(() => {
  for (const each of [edit, search, go]) each.mockClear();
  changePreferences({ hasShortcuts: true });
});
// The browser keeps them for other files.
afterAll(() => changePreferences({ hasShortcuts: true }));

const Page = () => {
  useEffect(listenToShortcuts, []);
  useShortcuts([
    { keys: "e", label: "编辑", group: "通用", run: edit },
    { keys: "mod+k", label: "搜索", group: "通用", run: search },
    { keys: "g a", label: "前往活动管理", group: "前往", run: go },
    { keys: "?", label: "显示快捷键", group: "通用", run: openShortcutList },
  ]);
  return (
    <main>
      <input aria-label="标题" />
      <ShortcutList />
    </main>
  );
};

test("CO40 single keys and two in turn run; nothing of it while typing", async () => {
  showInConsole(<Page />);
  await expect.element(page.getByRole("textbox")).toBeVisible();
  await userEvent.keyboard("ega");
  expect(edit).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledOnce();
  await page.getByRole("textbox").click();
  await userEvent.keyboard("ega");
  await expect.element(page.getByRole("textbox")).toHaveValue("ega");
  expect(edit).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledOnce();
});

test("CO40 keys of an input method do nothing", async () => {
  showInConsole(<Page />);
  await expect.element(page.getByRole("textbox")).toBeVisible();
  const press = (init: KeyboardEventInit & { keyCode?: number }) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true, ...init }));
  // The page listens once its effects have run.
  await vi.waitFor(() => {
    press({});
    expect(edit).toHaveBeenCalled();
  });
  edit.mockClear();
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(edit).not.toHaveBeenCalled();
});

test("CO40 single keys can be turned off; those with ⌘ or Ctrl still work, also while typing", async () => {
  changePreferences({ hasShortcuts: false });
  showInConsole(<Page />);
  await page.getByRole("textbox").click();
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(search).toHaveBeenCalledOnce();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("e?");
  expect(edit).not.toHaveBeenCalled();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("? lists the shortcuts that work on the page", async () => {
  showInConsole(<Page />);
  await expect.element(page.getByRole("textbox")).toBeVisible();
  await userEvent.keyboard("?");
  const dialog = page.getByRole("dialog", { name: "快捷键" });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText("前往活动管理")).toBeVisible();
  // Keys rest while a dialog is open.
  await userEvent.keyboard("e");
  expect(edit).not.toHaveBeenCalled();
});
