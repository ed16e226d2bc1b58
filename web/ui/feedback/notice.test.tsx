import "../styles/test-base-styles.ts";
import * as controlsCss from "../styles/controls.module.css";
import * as contentCss from "../styles/content.module.css";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Notice } from "./notice.tsx";

test("Z08 a button within a notice has a full touch target and is on the line of its text, beside the icon", async () => {
  document.body.innerHTML = '<main id="root"></main>';
  createRoot(document.getElementById("root") ?? document.body).render(
    <Notice kind="warn">
      <span>部分信息没有加载出来</span>
      <button type="button" className={`${controlsCss.link} ${controlsCss.retry}`}>
        重试
      </button>
    </Notice>,
  );
  const again = page.getByRole("button", { name: "重试" });
  await expect.element(again).toBeVisible();
  const middleOf = (element: Element | null): number => {
    const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    return (top + bottom) / 2;
  };
  const sentence = middleOf(page.getByText("部分信息没有加载出来").element());
  expect(Math.abs(sentence - middleOf(document.querySelector(`.${contentCss.notice} svg`)))).toBeLessThan(4);
  expect(Math.abs(sentence - middleOf(again.element()))).toBeLessThan(4);
  expect(again.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});
