import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "./list-page.module.css";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { QuickChips } from "./filter-chips.tsx";
import { hiddenFields, parseListQuery, type QueryChange } from "./list-query.ts";
import { submittedQuery } from "../testing/submitted-query.ts";
import { show, violations } from "../../ui/testing/show.tsx";

const change = vi.fn<(change: QueryChange) => void>();
function showChips(search = ""): void {
  const parameters = new URLSearchParams(search);
  show(
    <QuickChips
      query={parseListQuery(parameters)}
      counts={{ all: 26, offline: 12, online: 999 }}
      action="/list"
      fields={hiddenFields(parameters, [])}
      change={change}
    />,
  );
}
const chip = (name: string) => page.getByRole("button", { name, exact: true });
const pressed = () => [...document.querySelectorAll("[aria-pressed=true]")].map((one) => one.textContent);
/** Query that the form sends without a script when a chip submits it. */
const queryBy = (name: string) => {
  const button = chip(name).element() as HTMLButtonElement;
  return parseListQuery(submittedQuery(button.form, button));
};

beforeEach(() => change.mockClear());

test("chips show counts and active conditions", async () => {
  showChips("activityType=localoffline&weekend=1");
  await expect.element(chip("全部 26")).toBeVisible();
  await expect.element(chip("线上 999+")).toBeVisible();
  expect(pressed()).toEqual(["线下 12", "本周末"]);
  expect(await violations()).toEqual([]);
});

test("a press changes one condition and leaves the others", async () => {
  showChips("activityType=localoffline&weekend=1");
  await chip("全部 26").click();
  await chip("本周末").click();
  await chip("离我最近").click();
  expect(change.mock.calls).toEqual([
    [{ activityType: undefined }],
    [{ weekend: undefined }],
    [{ sort: "distance" }],
  ]);
});

test("without a script a chip submits the address with its condition changed", async () => {
  showChips("activityType=localoffline&weekend=1&status=2");
  await expect.element(chip("全部 26")).toBeVisible();
  expect(queryBy("线上 999+")).toEqual({ activityType: "online", weekend: "1", status: 2 });
  expect(queryBy("全部 26")).toEqual({ weekend: "1", status: 2 });
  expect(queryBy("本周末")).toEqual({ activityType: "localoffline", status: 2 });
  expect(queryBy("离我最近")).toEqual({
    activityType: "localoffline",
    weekend: "1",
    status: 2,
    sort: "distance",
  });
});
