import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ConsoleButton } from "../controls/console-button.tsx";
import { TableSkeleton } from "../table/table-skeleton.tsx";
import { EmptyPage, FailedPage, NarrowPage, NothingFound, NoRight, OutOfScope } from "./page-state.tsx";
import { QueryState } from "./query-state.tsx";
import { ConflictNote, FailedNote, OfflineNote, ReadOnlyNote, SavedNote, StaleNote } from "./state-notes.tsx";

const at = "2026-11-27T14:22:00+08:00";
const press = vi.fn<() => void>();
const skeleton = <TableSkeleton columns={[{ id: "title", label: "活动", cell: () => null }]} />;
const failure = { message: "服务异常，请稍后重试", requestId: "req-51ab", onRetry: press };

/** Each state with its words. */
const states: readonly [name: string, state: ReactNode, words: string][] = [
  ["loading", skeleton, "正在加载"],
  [
    "empty",
    <EmptyPage key="" title="还没有活动">
      <ConsoleButton>新建活动</ConsoleButton>
    </EmptyPage>,
    "还没有活动",
  ],
  ["nothing found", <NothingFound key="" filters="华东 · 二手车" onClear={press} />, "没有符合条件的记录"],
  ["no right", <NoRight key="" right="activity.publish" />, "需要「发布与下线活动」权限，可请主管申请"],
  ["out of scope", <OutOfScope key="" noun="活动" list="/activities" />, "没有这个活动"],
  ["failed", <FailedPage key="" {...failure} />, "编号 req-51ab"],
  ["failed, content stays", <FailedNote key="" {...failure} />, "服务异常，请稍后重试 · 编号 req-51ab"],
  ["stale", <StaleNote key="" asOf={at} onRefresh={press} />, "数据截至 14:22"],
  ["offline", <OfflineNote key="" asOf={at} pending={2} />, "网络已断开，显示 14:22 的内容；2 处待发送"],
  [
    "conflict",
    <ConflictNote key="" by="王运营" fields="总名额" onChoose={press} />,
    "王运营 刚刚修改了 总名额，请选择保留哪一个",
  ],
  ["saved", <SavedNote key="" at={at} text="名额 40 → 50" onUndo={press} />, "已保存 14:22 · 名额 40 → 50"],
  [
    "read-only",
    <ReadOnlyNote key="" reason="王运营提交审核中，暂不可编辑" />,
    "王运营提交审核中，暂不可编辑",
  ],
  ["narrow", <NarrowPage key="" />, "请使用更宽的屏幕"],
];

describe("CO29 states of a page", () => {
  test.each(states)("%s: its words, without findings of axe in both themes", async (_name, state, words) => {
    showInConsole(<main>{state}</main>);
    await expect.element(page.getByText(words)).toBeInTheDocument();
    expect(await axeFindings("light")).toEqual([]);
    expect(await axeFindings("dark")).toEqual([]);
  });
});

const Page = ({ load }: { load: () => Promise<string> }) => (
  <QueryState
    query={useQuery({ queryKey: ["page"], queryFn: load, retry: false })}
    skeleton={skeleton}
    right="activity.read"
    thing={{ noun: "活动", list: "/activities" }}
  >
    {(text) => <p>{text}</p>}
  </QueryState>
);

test.each<[RefusalName, string]>([
  ["forbidden", "需要「查看活动」权限，可请主管申请"],
  ["notFound", "没有这个活动"],
  ["internal", "服务异常，请稍后重试"],
])("CO29 a query that is refused with %s shows “%s”", async (name, words) => {
  showInConsole(<Page load={() => Promise.reject(new Refusal(name))} />);
  await expect.element(page.getByText(words)).toBeVisible();
});

test("CO29 content that is there stays when loading it again fails, and 重试 loads it", async () => {
  const answers = [
    () => Promise.resolve("莫干山晨雾试驾"),
    () => Promise.reject(new Refusal("internal")),
    () => Promise.resolve("莫干山晨雾试驾 2"),
  ];
  const load = () => answers.shift()?.() ?? Promise.reject(new Error("asked too often"));
  const Shown = () => {
    const query = useQuery({ queryKey: ["again"], queryFn: load, retry: false });
    return (
      <>
        <button type="button" onClick={() => void query.refetch()}>
          再读
        </button>
        <QueryState query={query} skeleton={skeleton}>
          {(text) => <p>{text}</p>}
        </QueryState>
      </>
    );
  };
  showInConsole(<Shown />);
  await expect.element(page.getByText("莫干山晨雾试驾")).toBeVisible();
  await page.getByRole("button", { name: "再读" }).click();
  await expect.element(page.getByRole("alert").getByText("服务异常，请稍后重试")).toBeVisible();
  await expect.element(page.getByText("莫干山晨雾试驾")).toBeVisible();
  await page.getByRole("button", { name: "重试" }).click();
  await expect.element(page.getByText("莫干山晨雾试驾 2")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
