import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { MallOrderDetail, MallOrderLine } from "#contract/console/mall/orders.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Timeline } from "../../kit/display/timeline.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { PageHead, Panel, WithAside } from "../../kit/layout/page-layout.tsx";
import { DataTable } from "../../kit/table/data-table.tsx";
import type { Column } from "../../kit/table/column.ts";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage } from "../../shell/index.ts";
import { yuanSign, yuanText } from "../money.ts";
import { loadMallOrder, orderKeys } from "./api.ts";
import { OrderActs } from "./order-acts.tsx";
import { OrderPaymentPanels } from "./order-payments.tsx";
import { OrderBadge } from "./order-columns.tsx";
import { OrderCases, OrderNotes, OrderParcels, Recipient } from "./order-parts.tsx";
import * as ordersCss from "./orders.module.css";
import { orderPageMessages } from "./messages.ts";

const { order: texts, title, noun, states, deliveries } = orderPageMessages;
const { lineColumns: labels, progress, sums } = texts;

/** Sent, refunded and asked units of a line. */
function progressOf({ shippedQty, refundedQty, askedQty }: MallOrderLine): string {
  const parts = [
    shippedQty > 0 && progress.sent(shippedQty),
    refundedQty > 0 && progress.refunded(refundedQty),
    askedQty > 0 && progress.asked(askedQty),
  ].filter((part) => part !== false);
  return parts.length === 0 ? progress.none : parts.join(" · ");
}

const lineColumns: readonly Column<MallOrderLine>[] = [
  {
    id: "goods",
    label: labels.goods,
    isWide: true,
    cell: ({ title: name, coverUrl, optionValues }) => (
      <span className={ordersCss.goods}>
        {coverUrl !== "" && (
          <img
            src={pictureUrl(coverUrl, { width: 72, height: 72 })}
            alt=""
            loading="lazy"
            width={36}
            height={36}
          />
        )}
        <span className={ordersCss.two}>
          <span>{name}</span>
          <small>{optionValues.join(" · ")}</small>
        </span>
      </span>
    ),
  },
  {
    id: "price",
    label: labels.price,
    align: "end",
    isNumber: true,
    cell: ({ priceFen }) => yuanText(priceFen),
  },
  { id: "qty", label: labels.qty, align: "end", isNumber: true, cell: ({ qty }) => qty },
  {
    id: "sum",
    label: labels.sum,
    align: "end",
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ priceFen, qty }) => yuanText(priceFen * qty),
  },
  {
    id: "coupon",
    label: labels.coupon,
    align: "end",
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ couponFen }) => (couponFen === 0 ? "0.00" : `−${yuanText(couponFen)}`),
  },
  { id: "net", label: labels.net, align: "end", isNumber: true, cell: ({ netFen }) => yuanText(netFen) },
  { id: "sent", label: labels.sent, cell: progressOf },
];

/** Sums of an order, those that are 0 left out. */
function OrderSums({ detail }: { detail: MallOrderDetail }) {
  const { order, goodsFen, freightFen, couponFen, freightCouponFen, paidFen } = detail;
  const minus = (fen: number): string | null => (fen === 0 ? null : `−${yuanText(fen)}`);
  const rows: readonly (readonly [label: string, value: string | null, isStrong?: boolean])[] = [
    [sums.goods, yuanText(goodsFen)],
    [sums.freight, yuanText(freightFen)],
    [sums.coupon, minus(couponFen)],
    [sums.freightCoupon, minus(freightCouponFen)],
    [sums.payable, yuanSign(order.payableFen), true],
    [sums.refunded, minus(order.refundedFen)],
    [sums.net, order.refundedFen === 0 ? null : yuanSign(paidFen - order.refundedFen), true],
  ];
  return (
    <dl className={ordersCss.sums}>
      {rows.map(([label, value, isStrong = false]) =>
        value === null ? null : (
          <div key={label} className={isStrong ? ordersCss.strong : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function OrderContent({ detail, onChanged }: { detail: MallOrderDetail; onChanged: () => Promise<void> }) {
  return (
    <WithAside
      aside={
        <>
          <Recipient key={detail.order.orderId} detail={detail} />
          <OrderParcels detail={detail} onChanged={onChanged} />
          <OrderCases detail={detail} />
          <Panel title={texts.history}>
            <Timeline
              entries={detail.events.map(({ to, by, time }, at) => ({
                key: `${time} ${at}`,
                title: states[to],
                detail: texts.by[by],
                time,
              }))}
            />
          </Panel>
        </>
      }
    >
      <Panel title={texts.lines(detail.order.units)} hint={texts.snapshot} isFlush>
        <DataTable
          label={labels.goods}
          isInset
          columns={lineColumns}
          rows={detail.lines}
          rowId={({ lineId }) => lineId}
          rowName={({ title: name }) => name}
        />
        <OrderSums detail={detail} />
      </Panel>
      <OrderPaymentPanels orderId={detail.order.orderId} />
      <OrderNotes detail={detail} />
    </WithAside>
  );
}

/** One order: goods, sums, recipient, parcels, cases, history and notes. */
export function OrderDetailPage() {
  const { orderId = "" } = useParams();
  const client = useQueryClient();
  const query = useQuery({ queryKey: orderKeys.order(orderId), queryFn: () => loadMallOrder(orderId) });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: orderKeys.order(orderId) });
    void client.invalidateQueries({ queryKey: orderKeys.payments(orderId) });
    for (const name of [orderKeys.list, orderKeys.counts])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const order = query.data?.order;
  return (
    <ConsolePage
      title={title}
      heading={<span className={utilityCss.number}>{order?.orderNo ?? noun}</span>}
      crumb={{ to: "/orders", label: title }}
      right="mall.read"
      reach="one"
      head={
        query.data && (
          <PageHead actions={<OrderActs detail={query.data} onChanged={refresh} />}>
            <OrderBadge state={query.data.order.state} hasDot />
            <span className={utilityCss.secondary}>
              {texts.placed(formatShort(query.data.order.createdTime))} ·{" "}
              {deliveries[query.data.order.delivery]}
            </span>
          </PageHead>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={lineColumns} />}
        right="mall.read"
        thing={{ noun, list: "/orders" }}
      >
        {(detail) => <OrderContent detail={detail} onChanged={refresh} />}
      </QueryState>
    </ConsolePage>
  );
}
