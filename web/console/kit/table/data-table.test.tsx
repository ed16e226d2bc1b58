import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changePreferences } from "../../../platform/console/operator-preferences.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import type { Column, ListSort } from "./column.ts";
import { DataTable } from "./data-table.tsx";
import { selectionArgument, useRowSelection, type RowSelection } from "./row-selection.ts";

type Guest = { readonly guestId: string; readonly name: string; readonly dealer: string };
const guests = (count: number): Guest[] =>
  Array.from({ length: count }, (_, at) => ({
    guestId: String(at + 1),
    name: `客户 ${at + 1}`,
    dealer: `门店 ${at % 7}`,
  }));
const columns: readonly Column<Guest>[] = [
  { id: "name", label: "姓名", cell: ({ name }) => name, isSortable: true },
  { id: "number", label: "编号", cell: ({ guestId }) => guestId, isNumber: true },
  { id: "dealer", label: "门店", cell: ({ dealer }) => dealer },
  { id: "note", label: "备注", cell: () => "—", isOptional: true },
];
const table = {
  label: "报名列表",
  columns,
  rowId: ({ guestId }: Guest) => guestId,
  rowName: ({ name }: Guest) => name,
};

test("CO33 of 10,000 rows those in the window are in the document, and the number of all is told", async () => {
  showInConsole(<DataTable {...table} rows={guests(10_000)} />);
  const shown = page.getByRole("table", { name: "报名列表" });
  await expect.element(shown).toHaveAttribute("aria-rowcount", "10001");
  expect(document.querySelectorAll("#root *").length).toBeLessThanOrEqual(1_500);
  const height = () => document.documentElement.scrollHeight;
  await expect.poll(height).toBeGreaterThan(10_000 * 36);
  const before = height();

  scrollTo(0, before / 2);
  await expect.element(page.getByText("客户 5000", { exact: true })).toBeInTheDocument();
  const row = page.getByText("客户 5000", { exact: true }).element().closest("tr");
  expect(row?.getAttribute("aria-rowindex")).toBe("5001");
  expect(document.querySelectorAll("#root *").length).toBeLessThanOrEqual(1_500);
  expect(Math.abs(height() - before)).toBeLessThan(100);
  scrollTo(0, 0);
});

test("columns that are optional are hidden until they are chosen; the first one stays", async () => {
  showInConsole(<DataTable {...table} rows={guests(2)} shownColumns={["note"]} />);
  const heads = page.getByRole("columnheader");
  await expect.element(heads.first()).toHaveTextContent("姓名");
  expect(heads.elements().map(({ textContent }) => textContent)).toEqual(["姓名", "备注"]);
});

test("a head sorts, and a second press turns the order", async () => {
  const onSort = vi.fn<(sort: ListSort) => void>();
  showInConsole(
    <DataTable {...table} rows={guests(2)} sort={{ by: "name", isDescending: false }} onSort={onSort} />,
  );
  const head = page.getByRole("columnheader", { name: "姓名" });
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await head.getByRole("button").click();
  expect(onSort).toHaveBeenCalledWith({ by: "name", isDescending: true });
});

beforeEach(() => changePreferences({ hasShortcuts: true }));

test("CO40 j and k move the focus, x ticks, Enter opens; nothing of it while typing or when turned off", async () => {
  const onOpen = vi.fn<(guest: Guest) => void>();
  const Shown = () => {
    const selection = useRowSelection("all");
    return (
      <>
        <input aria-label="查找" />
        <DataTable {...table} rows={guests(3)} selection={selection} onOpen={onOpen} />
      </>
    );
  };
  showInConsole(<Shown />);
  const focusedRow = () => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex");
  // The page listens once its effects have run; above the first row is no other.
  await expect
    .poll(async () => {
      await userEvent.keyboard("k");
      return focusedRow();
    })
    .toBe("2");
  await userEvent.keyboard("j");
  await expect.poll(focusedRow).toBe("3");
  await userEvent.keyboard("k");
  await expect.poll(focusedRow).toBe("2");
  await userEvent.keyboard("x");
  await expect.element(page.getByRole("checkbox", { name: "选择 客户 1" })).toBeChecked();
  await userEvent.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ guestId: "1" }));

  await page.getByRole("textbox", { name: "查找" }).click();
  await userEvent.keyboard("jx");
  expect(document.activeElement).toHaveValue("jx");

  changePreferences({ hasShortcuts: false });
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("j");
  expect(focusedRow()).toBeUndefined();
  changePreferences({ hasShortcuts: true });
});

test("CO35 ticks add up; everything that the filter finds is sent as filter, count and moment", async () => {
  const shown = vi.fn<(selection: RowSelection) => void>();
  const Shown = () => {
    const selection = useRowSelection("all");
    useEffect(() => shown(selection), [selection]);
    return (
      <DataTable
        {...table}
        rows={guests(3)}
        count={46}
        selection={selection}
        head={
          <BulkBar selection={selection} found={{ count: 46, isCountExact: true }}>
            <button type="button">到场核销</button>
          </BulkBar>
        }
      />
    );
  };
  showInConsole(<Shown />);
  await page.getByRole("checkbox", { name: "选择 客户 2" }).click();
  await page.getByRole("checkbox", { name: "选择 客户 3" }).click();
  await expect.element(page.getByText("已选 2 条")).toBeVisible();
  const list = { filter: { state: "signedUp" }, count: 46, asOf: "2026-11-27T14:22:00+08:00" };
  const argument = () => {
    const [selection] = shown.mock.lastCall ?? [];
    return selection && selectionArgument(selection, list);
  };
  await expect.poll(argument).toEqual({ ids: ["2", "3"] });

  await page.getByRole("button", { name: "选择全部符合条件的 46 条" }).click();
  await expect.element(page.getByText("已选择全部符合条件的 46 条")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "选择 客户 1" })).toBeChecked();
  await expect.poll(argument).toEqual(list);
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
});
