import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "../../ui/form/field.module.css";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import axe from "axe-core";
import { MentionField } from "./mention-field.tsx";
import { emptyMentionText, type MentionText } from "./mention-text.ts";
import type { FindMembers, Mentionable } from "./use-member-search.ts";

const people: Mentionable[] = [
  { id: "7", name: "老周 Zhou", avatar: null, note: "认证车主" },
  { id: "8", name: "周末", avatar: null, note: "" },
  { id: "9", name: "<img src=x onerror=alert(1)>", avatar: null, note: "" },
];
let value: MentionText = emptyMentionText;
let queries: string[] = [];
let root: Root;
const find: FindMembers = async (query) => {
  queries.push(query);
  if (query === "down") throw new Error("no network");
  return people.filter(({ name }) => query === "" || name.includes(query) || query.startsWith("zh"));
};
const setValue = (next: MentionText) => {
  value = next;
};
function Sample() {
  const [text, setText] = useState(emptyMentionText);
  return (
    <MentionField
      id="text"
      label="正文"
      placeholder="说点什么"
      value={text}
      onChange={(next) => {
        setValue(next);
        setText(next);
      }}
      find={find}
      maxLength={200}
    />
  );
}
beforeEach(() => {
  queries = [];
  value = emptyMentionText;
  const place = document.createElement("main");
  document.body.append(place);
  root = createRoot(place);
  root.render(<Sample />);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});
/** Part of the Chrome DevTools Protocol that simulates an input method. */
type Keyboard = { send(method: string, parameters: object): Promise<unknown> };
const keyboard = (): Keyboard => cdp() as unknown as Keyboard;
const field = () => page.getByRole("textbox", { name: "正文" });
const options = () => page.getByRole("option").elements().length;

it("P20 typing @ offers members; arrow keys and Enter choose; a name is deleted as a whole", async () => {
  await field().click();
  await userEvent.keyboard("谢谢 @zh");
  await expect.poll(options).toBe(3);
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
  await expect.poll(() => value.text).toBe("谢谢 @老周 Zhou ");
  expect(value.mentions).toEqual([{ id: "7", name: "老周 Zhou", start: 3, end: 11 }]);
  await userEvent.keyboard("带路");
  await expect.poll(() => value.text).toBe("谢谢 @老周 Zhou 带路");
  expect(options()).toBe(0);
  await expect.element(page.getByText("@老周 Zhou", { exact: true })).toBeInTheDocument();
  await userEvent.keyboard("{Backspace}{Backspace}{Backspace}{Backspace}");
  await expect.poll(() => value).toEqual({ text: "谢谢 ", mentions: [] });
  await userEvent.keyboard("好");
  await expect.poll(() => value.text).toBe("谢谢 好");
});

it("P20 Escape closes the list and keeps the text; a tap chooses and the field keeps the focus", async () => {
  await field().click();
  await userEvent.keyboard("@zh");
  await expect.poll(options).toBe(3);
  await userEvent.keyboard("{Escape}");
  await expect.poll(options).toBe(0);
  expect(value.text).toBe("@zh");
  await userEvent.keyboard(" ");
  await page.getByRole("button", { name: "提到车友" }).click();
  await expect.poll(options).toBe(3);
  await page.getByRole("option", { name: /周末/ }).click();
  await expect.poll(() => value.text).toBe("@zh @周末 ");
  expect(document.activeElement?.id).toBe("text");
});

it("P20 during composition the text is searched but not changed; Enter belongs to the input method", async () => {
  await field().click();
  await userEvent.keyboard("@");
  const compose = (text: string) =>
    keyboard().send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await compose("zhou");
  await expect.poll(() => queries.at(-1)).toBe("zhou");
  await expect.poll(options).toBe(3);
  const enter = new KeyboardEvent("keydown", {
    key: "Enter",
    bubbles: true,
    isComposing: true,
    cancelable: true,
  });
  field().element().dispatchEvent(enter);
  expect(enter.defaultPrevented).toBe(false);
  expect(value.mentions).toEqual([]);
  await keyboard().send("Input.insertText", { text: "周" });
  await expect.poll(() => value.text).toBe("@周");
  await expect.poll(() => queries.at(-1)).toBe("周");
  await expect.poll(options).toBe(2);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => value.text).toBe("@老周 Zhou ");
  await compose("wo");
  await compose("women");
  await keyboard().send("Input.insertText", { text: "我们" });
  await expect.poll(() => value.text).toBe("@老周 Zhou 我们");
  expect(value.mentions).toHaveLength(1);
});

it("P20 a member tapped during composition is inserted when the composition ends", async () => {
  await field().click();
  await userEvent.keyboard("去 @");
  await keyboard().send("Input.imeSetComposition", { text: "zhou", selectionStart: 4, selectionEnd: 4 });
  await expect.poll(options).toBe(3);
  await page.getByRole("option", { name: /老周/ }).click();
  await expect.poll(() => value.text).toBe("去 @老周 Zhou ");
  expect(value.mentions).toEqual([{ id: "7", name: "老周 Zhou", start: 2, end: 10 }]);
});

it("P21 Z08 a name with markup is inserted as text; a failed search is shown and the text stays", async () => {
  await field().click();
  await userEvent.keyboard("@img");
  await page.getByRole("option").click();
  await expect.poll(() => value.mentions.map(({ name }) => name)).toEqual([people[2]?.name]);
  expect(document.querySelectorAll("img")).toHaveLength(0);
  await userEvent.keyboard("@down");
  await expect.element(page.getByText("没有查到，请检查网络后再试")).toBeVisible();
  expect(value.text).toContain("@down");
});

it("P12 a message above the field shows while the text is too long", async () => {
  await field().fill("字".repeat(201));
  const message = page.getByText("最多 200 个字");
  await expect.element(message).toBeVisible();
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  await expect.element(field()).toHaveAccessibleDescription("最多 200 个字");
  await field().fill("字".repeat(200));
  await expect.element(message).not.toBeInTheDocument();
});

it("P20 U26 the field and its list are an accessible combobox", async () => {
  await field().click();
  await userEvent.keyboard("@zh");
  await expect.poll(options).toBe(3);
  await expect.element(field()).toHaveAttribute("aria-autocomplete", "list");
  const active = field().element().getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(active)?.textContent).toContain("老周 Zhou");
  await expect.element(page.getByText("3 位车友，用上下键选择")).toBeInTheDocument();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
