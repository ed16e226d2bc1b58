import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../form/calendar.tsx";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ActionMenu } from "../controls/action-menu.tsx";
import { RevealButton } from "../display/reveal-button.tsx";
import { showResult, ToastPlace } from "../feedback/toasts.tsx";
import { DateTimeInput } from "../form/date-time-input.tsx";
import { SelectInput } from "../form/select-input.tsx";
import { SixDigitInput } from "../form/six-digit-input.tsx";
import { TabRow } from "../layout/tab-row.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { Modal } from "./modal.tsx";
import { SidePanel } from "./side-panel.tsx";

const nothing = () => {};
const Everything = () => (
  <main>
    <ActionMenu groups={[[{ label: "删除", onSelect: nothing, isDanger: true }]]} />
    <SelectInput label="类型" options={[{ value: "1", label: "新车试驾" }]} value="" onChange={nothing} />
    <DateTimeInput label="开始" value="2026-11-28T08:30:00+08:00" onChange={nothing} />
    <SixDigitInput label="动态验证码" value="407" onChange={nothing} />
    <TabRow
      label="状态"
      tabs={[
        { value: "all", label: "全部" },
        { value: "new", label: "新" },
      ]}
      value="all"
      onChange={nothing}
    >
      内容
    </TabRow>
    <SidePanel title="林晓岚" person={{ operatorId: "2071", shownAt: 0 }} onClose={nothing}>
      <RevealButton masked="138****5678" isAllowed onReveal={async () => "13812345678"} />
    </SidePanel>
    <ToastPlace />
  </main>
);

/** Violations since the policy was added. */
const violations: string[] = [];
function addPolicy(): void {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => {
    violations.push(`${effectiveDirective}: ${sample}`);
  });
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = "style-src 'self'";
  document.head.append(meta);
}

test("CO04 menus, choices, calendars, dialogs and toasts need no inline style, and axe finds nothing in them", async () => {
  showInConsole(<Everything />);
  await expect.element(page.getByText("138****5678")).toBeVisible();
  // From here on; the development server adds the sheets as elements.
  addPolicy();
  for (const [role, name] of [
    ["button", "更多操作"],
    ["combobox", "类型"],
    ["button", "打开日历"],
    ["button", "查看"],
  ] as const) {
    await page.getByRole(role, { name }).click();
    await expect.poll(() => document.querySelector("[data-open][role], [role=listbox]")).not.toBeNull();
    expect([name, ...(await axeFindings("light"))]).toEqual([name]);
    expect([name, ...(await axeFindings("dark"))]).toEqual([name]);
    await userEvent.keyboard("{Escape}");
    // A closed list of choices stays in the document, hidden.
    const isOpen = (popup: Element) => popup.checkVisibility({ visibilityProperty: true });
    await expect
      .poll(() => [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].filter(isOpen))
      .toEqual([]);
  }
  showResult("已核销 3 条", { onUndo: nothing });
  await expect.element(page.getByRole("button", { name: "撤销" })).toBeVisible();
  expect(violations).toEqual([]);
  // The policy holds in this document: without it the test would say nothing.
  document.body.insertAdjacentHTML("beforeend", '<p style="color: red">x</p>');
  await expect.poll(() => violations.length).toBe(1);
});

test("CO86 of two who changed a field nothing is chosen beforehand, and saving waits for all choices", async () => {
  const chosen: unknown[] = [];
  showInConsole(
    <ConflictPanel
      by="王运营"
      at="14:20"
      fields={[
        { name: "start", label: "开始时间", mine: "08:30", theirs: "09:00" },
        { name: "quota", label: "总名额", mine: "50", theirs: "48" },
      ]}
      merged={["封面"]}
      onSave={async (choices) => void chosen.push(choices)}
      onLater={nothing}
    />,
  );
  await expect
    .element(page.getByRole("dialog", { name: "王运营 刚刚修改了 开始时间、总名额，请选择保留哪一个" }))
    .toBeVisible();
  const save = page.getByRole("button", { name: "保存选择" });
  await expect.element(save).toBeDisabled();
  await page.getByRole("radio", { name: /08:30/ }).click();
  await expect.element(save).toBeDisabled();
  await page.getByRole("radio", { name: /48/ }).click();
  await expect.element(page.getByText("已选 2 / 2")).toBeVisible();
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await save.click();
  expect(chosen).toEqual([{ start: "mine", quota: "theirs" }]);
});

test("a dialog keeps the focus, and gives it back", async () => {
  const Shown = () => (
    <Modal isOpen title="取消活动" onClose={nothing} footer={<button type="button">取消活动</button>}>
      <input aria-label="标题" />
    </Modal>
  );
  showInConsole(<Shown />);
  await expect.element(page.getByRole("dialog", { name: "取消活动" })).toBeVisible();
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.keyboard("{Tab}");
    expect(document.activeElement?.closest("[role=dialog]")).not.toBeNull();
  }
});
