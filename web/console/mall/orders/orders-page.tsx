import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  mallOrderTabs,
  type MallOrderFilter,
  type MallOrderRow,
  type MallOrderTab,
} from "#contract/console/mall/orders.ts";
import { TruckIcon } from "../../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { TabRow } from "../../kit/layout/tab-row.tsx";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import { ConsolePage, ListExport, useMay, useSavedViews } from "../../shell/index.ts";
import { loadMallOrderCounts, loadMallOrders, orderKeys } from "./api.ts";
import { orderColumns, orderRowName, orderSecondLine } from "./order-columns.tsx";
import { orderFilters, toOrderFilter } from "./order-filters.ts";
import { OrderFinder } from "./order-finder.tsx";
import * as ordersCss from "./orders.module.css";
import { orderPageMessages as texts } from "./messages.ts";
import { ParcelFileDialog } from "./parcel-file-dialog.tsx";

const ALL = "all";
const rowId = ({ orderId }: MallOrderRow): string => orderId;

type TabsProps = { filter: MallOrderFilter; navigation: ListNavigation };
/** Numbers of the other filters by tab; the tab itself does not change them. */
function useCounts({ tab: _tab, ...filter }: MallOrderFilter) {
  return useQuery({ queryKey: [orderKeys.counts, filter], queryFn: () => loadMallOrderCounts(filter) }).data;
}

/** Tabs of states, open cases and problems with their numbers. */
function OrderTabs({ filter, navigation }: TabsProps) {
  const counts = useCounts(filter);
  const alerts: readonly MallOrderTab[] = ["afterSale", "problem"];
  return (
    <TabRow
      label={texts.tabsLabel}
      value={filter.tab ?? ALL}
      onChange={(tab: string) => navigation.setFilter("state", tab === ALL ? [] : [tab])}
      tabs={[
        { value: ALL, label: texts.all, ...(counts && { count: counts.total }) },
        ...(Object.keys(mallOrderTabs) as MallOrderTab[]).map((tab) => ({
          value: tab as string,
          label: mallOrderTabs[tab],
          ...(counts && { count: counts.counts[tab] }),
          isAlert: alerts.includes(tab) && (counts?.counts[tab] ?? 0) > 0,
        })),
      ]}
    />
  );
}

/** Orders to be sent, and those of them that are late. */
function Waiting({ filter }: Pick<TabsProps, "filter">) {
  const counts = useCounts(filter);
  if (counts === undefined) return null;
  return (
    <p className={ordersCss.summary}>
      {texts.counts(counts.counts.paid)}
      {counts.late > 0 && <span className={ordersCss.alert}> · {texts.late(counts.late)}</span>}
    </p>
  );
}

function OrderList() {
  const list = useList<MallOrderFilter, "created" | "amount", MallOrderRow>({
    name: orderKeys.list,
    filters: orderFilters,
    toFilter: toOrderFilter,
    load: loadMallOrders,
  });
  const views = useSavedViews("orders", orderFilters, list.navigation);
  return (
    <ListPage
      list={list}
      head={<OrderTabs filter={list.filter} navigation={list.navigation} />}
      tools={
        <>
          <Waiting filter={list.filter} />
          <ListExport list="orders" of={list} />
        </>
      }
      label={texts.list}
      right="mall.read"
      columns={orderColumns}
      rowId={rowId}
      rowName={orderRowName}
      secondLine={orderSecondLine}
      isFailing={({ isLate }) => isLate}
      rowLink={({ orderId }) => `/orders/${orderId}`}
      views={views}
      empty={
        list.filter.tab === undefined ? (
          <EmptyPage title={texts.empty.title} text={texts.empty.text} />
        ) : (
          <EmptyPage title={texts.empty.ofTab(mallOrderTabs[list.filter.tab])} />
        )
      }
    />
  );
}

/** 商城订单: the list of orders; for who may not list them, one found by its number. */
export function MallOrdersPage() {
  const canList = useMay("mall.read");
  const canShip = useMay("mall.ship");
  const [isShipping, setShipping] = useState(false);
  return (
    <ConsolePage
      title={texts.title}
      right="mall.read"
      reach="one"
      actions={
        canShip && (
          <ConsoleButton onClick={() => setShipping(true)}>
            <TruckIcon size={16} />
            {texts.file.open}
          </ConsoleButton>
        )
      }
    >
      {canList ? <OrderList /> : <OrderFinder />}
      {isShipping && <ParcelFileDialog onClose={() => setShipping(false)} />}
    </ConsolePage>
  );
}
