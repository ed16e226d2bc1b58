import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import { showInConsole } from "../../testing/show-in-console.tsx";
import { EmptyPage } from "../feedback/page-state.tsx";
import { SidePanel } from "../overlay/side-panel.tsx";
import type { Column } from "../table/column.ts";
import type { FilterValues, ListFilter } from "./list-address.ts";
import { ListPage } from "./list-page.tsx";
import { useList, type ListArguments, type ListRows } from "./use-list.ts";

type Row = { readonly rowId: string; readonly title: string };
type Filter = { readonly states: readonly string[]; readonly find: string };
type Args = ListArguments<Filter, "title">;
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "state",
    label: "状态",
    options: [
      { value: "open", label: "报名中" },
      { value: "ended", label: "已结束" },
    ],
  },
  { kind: "text", name: "find", label: "姓名或手机号", placeholder: "", isPrivate: true },
];
const columns: readonly Column<Row>[] = [
  { id: "title", label: "活动", cell: ({ title }) => title, isSortable: true },
  { id: "number", label: "编号", cell: ({ rowId }) => rowId },
];
const toFilter = (values: FilterValues): Filter => ({
  states: values["state"] ?? [],
  find: values["find"]?.[0] ?? "",
});
const pageOf = (first: number, rest: Partial<ListRows<Row>> = {}): ListRows<Row> => ({
  rows: [1, 2].map((at) => ({ rowId: String(first + at), title: `活动 ${first + at}` })),
  next: null,
  count: 2,
  isCountExact: true,
  asOf: "2026-11-27T14:22:00+08:00",
  ...rest,
});

type Load = (args: Args) => Promise<ListRows<Row>>;
let lists = 0;
function showList(load: Load, at = "/activities") {
  // A list of its own for each test: its rows are cached by the name.
  const name = `list ${lists++}`;
  const Shown = () => {
    const list = useList({ name, filters, toFilter, load });
    return (
      <ListPage
        list={list}
        label="活动列表"
        columns={columns}
        rowId={({ rowId }) => rowId}
        rowName={({ title }) => title}
        empty={<EmptyPage title="还没有活动" />}
        panel={(rowId) => (
          <SidePanel title={`详情 ${rowId}`} onClose={() => list.navigation.setOpen(null)}>
            <p>内容</p>
          </SidePanel>
        )}
      />
    );
  };
  const router = showInConsole(<Shown />, { at });
  return { router, search: () => router.state.location.search };
}
const lastArgs = (load: ReturnType<typeof vi.fn<Load>>) => load.mock.lastCall?.[0];

test("CO30 a shared link shows the same filter, sort and page; changes go to the address and Back undoes them", async () => {
  const load = vi.fn<Load>(async () => pageOf(50, { next: "c3", count: 120 }));
  const { router, search } = showList(load, "/activities?state=open&sort=-title&cursor=c2&page=2");
  await expect.element(page.getByText("51 – 52，共 120 条")).toBeVisible();
  expect(lastArgs(load)).toEqual({
    filter: { states: ["open"], find: "" },
    sort: { by: "title", isDescending: true },
    cursor: "c2",
  });
  await expect
    .element(page.getByRole("columnheader", { name: "活动" }))
    .toHaveAttribute("aria-sort", "descending");

  await page.getByRole("button", { name: "下一页" }).click();
  await vi.waitFor(() => expect(lastArgs(load)?.cursor).toBe("c3"));
  expect(search()).toBe("?state=open&sort=-title&cursor=c3&page=3");
  await page.getByRole("button", { name: "上一页" }).click();
  await vi.waitFor(() => expect(search()).toBe("?state=open&sort=-title&cursor=c2&page=2"));

  await page.getByRole("button", { name: "清除筛选" }).click();
  await vi.waitFor(() => expect(search()).toBe("?sort=-title"));
  await router.navigate(-1);
  await vi.waitFor(() => expect(search()).toContain("state=open"));
});

test("CO30 choosing a filter begins at the first page", async () => {
  const load = vi.fn<Load>(async () => pageOf(0));
  const { search } = showList(load, "/activities?cursor=c2&page=2");
  await page.getByRole("combobox", { name: "状态" }).click();
  await page.getByRole("option", { name: "已结束" }).click();
  await vi.waitFor(() => expect(search()).toBe("?state=ended"));
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(lastArgs(load)).toEqual({ filter: { states: ["ended"], find: "" } }));
});

test("CO34 a mobile that is looked for goes to the server and not to the address", async () => {
  const load = vi.fn<Load>(async () => pageOf(0));
  const { router, search } = showList(load);
  await page.getByRole("searchbox", { name: "姓名或手机号" }).fill("13812345678");
  await vi.waitFor(() => expect(lastArgs(load)?.filter.find).toBe("13812345678"));
  expect(search()).toBe("");
  // It is there again after another page.
  await router.navigate("/other");
  await router.navigate(-1);
  await expect.element(page.getByRole("searchbox", { name: "姓名或手机号" })).toHaveValue("13812345678");
});

test("CO29 without rows: the first step, or the way to clear the filters", async () => {
  const load = vi.fn<Load>(async () => pageOf(0, { rows: [], count: 0 }));
  showList(load);
  await expect.element(page.getByText("还没有活动")).toBeVisible();
  const { search } = showList(load, "/activities?state=open");
  await expect.element(page.getByText("没有符合条件的记录")).toBeVisible();
  await expect.element(page.getByText("报名中", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "清除筛选" }).last().click();
  await vi.waitFor(() => expect(search()).toBe(""));
});

test("CO29 a list whose right is missing says so", async () => {
  showList(() => Promise.reject(new Refusal("forbidden")));
  await expect.element(page.getByText("您没有权限进行该操作")).toBeVisible();
});

test("CO30 the open row and the shown columns stand in the address", async () => {
  const load = vi.fn<Load>(async () => pageOf(0));
  const { search } = showList(load);
  await page.getByRole("button", { name: "活动 2" }).click();
  await expect.element(page.getByRole("heading", { name: "详情 2" })).toBeVisible();
  expect(search()).toBe("?open=2");
  await page.getByRole("button", { name: "关闭" }).click();
  await vi.waitFor(() => expect(search()).toBe(""));
  await page.getByRole("button", { name: "选择显示的列" }).click();
  await page.getByRole("menuitemcheckbox", { name: "编号" }).click();
  await vi.waitFor(() => expect(search()).toBe("?cols=title"));
  await expect.element(page.getByRole("columnheader", { name: "编号" })).not.toBeInTheDocument();
});
