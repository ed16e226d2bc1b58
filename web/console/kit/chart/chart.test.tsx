import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../../ui/styles/tokens-dark.css";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import type { ChartSpec } from "./chart-spec.ts";
import { sparklinePath } from "./sparkline.tsx";

const days = [18, 19, 20, 21, 22];
const line: ChartSpec = {
  label: "报名与到场",
  kind: "line",
  categories: days.map((day) => ({ label: `11.${day}`, name: `11月${day}日` })),
  series: [
    { id: "signUps", name: "报名", look: "main", values: [96, 121, 168, 1820, 52] },
    { id: "arrivals", name: "到场", look: "second", values: [31, 40, null, 118, 12] },
    { id: "before", name: "上周期报名", look: "before", values: [91, 104, 148, 160, 92] },
  ],
  isLastOpen: true,
};
const bars: ChartSpec = {
  label: "业务类型",
  kind: "bar",
  categories: ["新车销售", "售后"].map((name) => ({ label: name, name })),
  series: [
    { id: "signUps", name: "报名", look: "main", values: [516, 372] },
    { id: "arrivals", name: "到场", look: "second", values: [298, 201] },
  ],
};
const Both = () => (
  <main>
    <ChartPanel spec={line} title="报名与到场" head="日期" />
    <ChartPanel spec={bars} title="业务类型" head="类型" />
  </main>
);
const picture = (name: string) => page.getByRole("slider", { name });

/** The drawn chart, which only the slider's words describe to assistive technology. */
const canvas = (name: string): Element | null => picture(name).element().parentElement;

test("CO04 CO42 charts with an open tooltip need no inline style, and axe finds nothing in both themes", async () => {
  const violations: string[] = [];
  showInConsole(<Both />);
  await expect.poll(() => document.querySelectorAll("svg path").length).toBeGreaterThan(8);
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = "style-src 'self'";
  document.head.append(meta);
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => {
    violations.push(`${effectiveDirective}: ${sample}`);
  });
  // Drawn anew under the policy, then pointed at by mouse and by keyboard.
  showInConsole(<Both />);
  for (const [name, words] of [
    ["报名与到场", "11月20日"],
    ["业务类型", "售后"],
  ] as const) {
    await expect.poll(() => canvas(name)?.querySelector("svg")).toBeInstanceOf(SVGElement);
    await userEvent.hover(canvas(name) ?? document.body);
    await expect.poll(() => canvas(name)?.textContent).toContain(words);
    expect([name, ...(await axeFindings("light"))]).toEqual([name]);
    expect([name, ...(await axeFindings("dark"))]).toEqual([name]);
  }
  expect(violations).toEqual([]);
  document.body.insertAdjacentHTML("beforeend", '<p style="color: red">x</p>');
  await expect.poll(() => violations.length).toBe(1);
});

test("arrow keys go from point to point and say its values", async () => {
  showInConsole(<Both />);
  const chart = picture("报名与到场");
  await expect.poll(() => canvas("报名与到场")?.querySelector("svg")).toBeInstanceOf(SVGElement);
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}");
  await expect.element(chart).toHaveAttribute("aria-valuetext", "11月20日：报名 168，到场 —，上周期报名 148");
  await expect.poll(() => canvas("报名与到场")?.textContent).toContain("168");
  await userEvent.keyboard("{End}");
  await expect.element(chart).toHaveAttribute("aria-valuetext", "11月22日：报名 52，到场 12，上周期报名 92");
});

test("以表格查看 shows the same values in a real table", async () => {
  showInConsole(<Both />);
  await page.getByRole("button", { name: "以表格查看" }).first().click();
  const table = page.getByRole("table", { name: "报名与到场" });
  await expect.element(table.getByRole("row", { name: "11月21日 1,820 118 160" })).toBeVisible();
  await expect.element(table.getByRole("row", { name: "11月20日 168 — 148" })).toBeVisible();
  await page.getByRole("button", { name: "以图表查看" }).click();
  await expect.element(picture("报名与到场")).toBeVisible();
});

test("series differ by shape: dashes, squares and hatching", async () => {
  showInConsole(<Both />);
  await expect.poll(() => document.querySelectorAll("svg pattern").length).toBe(1);
  const dashes = [...(canvas("报名与到场")?.querySelectorAll("path[stroke-dasharray]") ?? [])];
  expect(new Set(dashes.map((path) => path.getAttribute("stroke-dasharray"))).size).toBeGreaterThan(1);
});

test("a small line goes from the lowest to the highest value, with gaps for unknown ones", () => {
  expect(sparklinePath([1, 3, 2])).toBe("M2.0 28.0L36.0 2.0L70.0 15.0");
  expect(sparklinePath([5, 5])).toBe("M2.0 15.0L70.0 15.0");
  expect(sparklinePath([1, null, 3, 1])).toBe("M2.0 28.0M47.3 2.0L70.0 28.0");
  expect(sparklinePath([4])).toBe("");
});
