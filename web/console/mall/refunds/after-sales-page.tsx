import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import type { CaseTab, MallCaseFilter, MallCaseRow } from "#contract/console/mall/after-sales.ts";
import type { RefundFilter, RefundListRow, RefundTab } from "#contract/console/mall/refunds.ts";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { TabRow } from "../../kit/layout/tab-row.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, ListExport } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { loadCases, loadRefundCounts, loadRefunds, refundKeys } from "./api.ts";
import { CasePanel } from "./case-panel.tsx";
import { caseColumns, refundColumns } from "./refund-columns.tsx";
import { RefundPanel } from "./refund-panel.tsx";
import { refundPageMessages as texts } from "./messages.ts";

type Queue = keyof typeof texts.queues;
const queues = Object.keys(texts.queues) as Queue[];
const isCaseQueue = (queue: Queue): queue is Queue & CaseTab => queue === "asked" || queue === "returning";
/** The queue is chosen by the tabs. */
const queueFilters: readonly ListFilter[] = [{ kind: "hidden", name: "queue" }];
const queueOf = (text: string | null | undefined): Queue =>
  queues.find((queue) => queue === text) ?? "waiting";
const toRefundFilter = (values: FilterValues): RefundFilter => {
  const queue = queueOf(values["queue"]?.[0]);
  return isCaseQueue(queue) ? {} : { tab: queue satisfies RefundTab };
};
const toCaseFilter = (values: FilterValues): MallCaseFilter => {
  const queue = queueOf(values["queue"]?.[0]);
  return isCaseQueue(queue) ? { tab: queue } : {};
};

function RefundList() {
  const list = useList<RefundFilter, "created" | "amount", RefundListRow>({
    name: refundKeys.refunds,
    filters: queueFilters,
    toFilter: toRefundFilter,
    load: loadRefunds,
  });
  return (
    <ListPage
      list={list}
      tools={<ListExport list="refunds" of={list} />}
      label={texts.refundList}
      right="mall.read"
      columns={refundColumns}
      rowId={({ refundId }) => refundId}
      rowName={({ outRefundNo }) => outRefundNo}
      secondLine={({ orderNo }) => orderNo}
      isFailing={({ tab }) => tab === "failed"}
      empty={<EmptyPage title={texts.empty.refund} text={texts.empty.text} />}
      panel={(id) => <RefundPanel refundId={id} onClose={() => list.navigation.setOpen(null)} />}
    />
  );
}
function CaseList() {
  const list = useList<MallCaseFilter, "created", MallCaseRow>({
    name: refundKeys.cases,
    filters: queueFilters,
    toFilter: toCaseFilter,
    load: loadCases,
  });
  return (
    <ListPage
      list={list}
      tools={<ListExport list="after-sales" of={list} />}
      label={texts.caseList}
      right="mall.read"
      columns={caseColumns}
      rowId={({ caseNo }) => caseNo}
      rowName={({ caseNo }) => caseNo}
      secondLine={({ orderNo }) => orderNo}
      empty={<EmptyPage title={texts.empty.case} text={texts.empty.text} />}
      panel={(id) => <CasePanel caseNo={id} onClose={() => list.navigation.setOpen(null)} />}
    />
  );
}

/** 售后与退款: queues of refunds and of cases, each with its panel. */
export function AfterSalesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queue = queueOf(search.get("queue"));
  const counts = useQuery({ queryKey: [refundKeys.counts], queryFn: loadRefundCounts }).data;
  const asked = useQuery({
    queryKey: [refundKeys.cases, "count"],
    queryFn: () => loadCases({ filter: { tab: "asked" } }),
  }).data?.count;
  const countOf = (one: Queue): number | undefined => {
    if (one === "asked") return asked;
    return isCaseQueue(one) ? undefined : counts?.counts[one].count;
  };
  return (
    <ConsolePage title={texts.title} right="mall.read">
      <TabRow
        label={texts.queue}
        value={queue}
        onChange={(chosen: Queue) => void navigate(`?queue=${chosen}`)}
        tabs={queues.map((value) => {
          const count = countOf(value);
          return {
            value,
            label: texts.queues[value],
            ...(count !== undefined && { count }),
            isAlert: value === "failed" && (count ?? 0) > 0,
          };
        })}
      />
      {counts && (
        <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
          {texts.secondPerson(yuanSign(counts.secondPersonFen))}
        </p>
      )}
      {isCaseQueue(queue) ? <CaseList /> : <RefundList />}
    </ConsolePage>
  );
}
