import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  deliveryCause,
  type DeliveryCause,
  type DeliverySelection,
  type FailingDelivery,
} from "#contract/console/benefits.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList, type ListRows } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useMay } from "../shell/index.ts";
import { benefitKeys, deliverAgain, loadDeliveries } from "./api.ts";
import { benefitPageMessages } from "./messages.ts";

const { deliveries: texts, done, title } = benefitPageMessages;
const MINUTE = 60_000;

const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "cause",
    label: texts.columns.cause,
    options: deliveryCause.options.map((value) => ({ value, label: texts.causes[value] })),
  },
];
/** Columns of the list. @param asOf moment as of which the rows were read */
const columnsAt = (asOf: string): readonly Column<FailingDelivery>[] => [
  { id: "name", label: texts.columns.name, cell: ({ benefitName }) => benefitName },
  {
    id: "coupon",
    label: texts.columns.coupon,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ couponId }) => couponId,
  },
  {
    id: "activity",
    label: texts.columns.activity,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ activityTitle }) => activityTitle,
  },
  {
    id: "event",
    label: texts.columns.event,
    hideBelow: "narrow",
    cell: ({ event }) => texts.events[event],
  },
  {
    id: "cause",
    label: texts.columns.cause,
    cell: ({ cause, status }) => texts.answered(texts.causes[cause], status),
  },
  {
    id: "tries",
    label: texts.columns.tries,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ tries }) => tries,
  },
  {
    id: "age",
    label: texts.columns.age,
    isNumber: true,
    cell: ({ failedTime }) =>
      texts.age(Math.max(0, Math.floor((Date.parse(asOf) - Date.parse(failedTime)) / MINUTE))),
  },
  {
    id: "failed",
    label: texts.columns.failed,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ failedTime }) => formatShort(failedTime),
  },
  {
    id: "next",
    label: texts.columns.next,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ nextTime }) => formatShort(nextTime),
  },
];
const isCause = (text: string): text is DeliveryCause =>
  (deliveryCause.options as readonly string[]).includes(text);
type Filter = { causes?: DeliveryCause[] };
function toFilter(values: FilterValues): Filter {
  const causes = (values["cause"] ?? []).filter(isCause);
  return causes.length > 0 ? { causes } : {};
}

/** 发放失败: deliveries to the outside coupon system that failed, with 重发 for the ticked ones (requirement CO64). */
export function DeliveriesPage() {
  const client = useQueryClient();
  const canRetry = useMay("benefit.write");
  const [isBusy, setBusy] = useState(false);
  const list = useList<Filter, "failed", FailingDelivery>({
    name: benefitKeys.deliveries,
    filters,
    toFilter,
    load: loadDeliveries,
  });
  const { selection, query, filter } = list;
  function chosen(): DeliverySelection {
    if (selection.isEverything) return { filter, count: query.data?.count ?? 0 };
    // Ticked rows may be on pages that were shown before.
    const pages = client.getQueriesData<ListRows<FailingDelivery>>({ queryKey: [benefitKeys.deliveries] });
    const seen = new Map(
      pages.flatMap(([, page]) => page?.rows ?? []).map(({ couponId, tries }) => [couponId, tries]),
    );
    return {
      deliveries: [...selection.ids].map((couponId) => ({ couponId, tries: seen.get(couponId) ?? 1 })),
    };
  }
  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const { retried, left } = await deliverAgain(chosen());
      showResult(done.retried(retried, left));
      selection.clear();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: [benefitKeys.deliveries] });
    }
  }
  return (
    <ConsolePage title={title} right="benefit.read">
      <ListPage
        list={list}
        tools={<ListExport list="deliveries" of={list} />}
        right="benefit.read"
        label={texts.list}
        columns={columnsAt(query.data?.asOf ?? "")}
        rowId={({ couponId }) => couponId}
        rowName={({ couponId }) => couponId}
        secondLine={({ activityTitle, event }) => `${activityTitle} · ${texts.events[event]}`}
        note={texts.note}
        empty={
          <EmptyPage icon={<CheckCircleIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />
        }
        {...(canRetry && {
          bulk: (
            <ConsoleButton isSmall isBusy={isBusy} onClick={() => void retry()}>
              {texts.retry}
            </ConsoleButton>
          ),
        })}
      />
    </ConsolePage>
  );
}
