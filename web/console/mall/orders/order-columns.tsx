import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import type { MallOrderRow } from "#contract/console/mall/orders.ts";
import { formatShort } from "#contract/core/date-text.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import type { Column } from "../../kit/table/column.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanSign, yuanText } from "../money.ts";
import * as ordersCss from "./orders.module.css";
import { orderPageMessages } from "./messages.ts";

const { columns: labels, states, hints, units } = orderPageMessages;
const tones: Readonly<Record<OrderState, Tone>> = {
  pending: "warn",
  closing: "mute",
  cancelled: "mute",
  paid: "info",
  shipping: "ok",
  ready: "ok",
  done: "mute",
  refunded: "mute",
};

/** State of an order. */
export const OrderBadge = ({ state, hasDot = false }: { state: OrderState; hasDot?: boolean }) => (
  <Badge tone={tones[state]} hasDot={hasDot}>
    {states[state]}
  </Badge>
);

/** Line below the state: what the order waits for. */
function stateHint(order: MallOrderRow): string | null {
  if (order.isLate) return hints.late;
  if (order.openCases > 0) return hints.inCase;
  if (order.hasProblem) return hints.problem;
  if (order.payBefore !== null) return hints.payBefore(formatShort(order.payBefore));
  return order.refundedFen > 0 ? hints.refunded(yuanSign(order.refundedFen)) : null;
}

export const orderRowName = ({ orderNo }: MallOrderRow): string => orderNo;
export const orderSecondLine = ({ createdTime }: MallOrderRow): string => formatShort(createdTime);

/** Columns of the list of orders. */
export const orderColumns: readonly Column<MallOrderRow>[] = [
  {
    id: "order",
    label: labels.order,
    isNumber: true,
    cell: ({ orderNo }) => <span className={utilityCss.number}>{orderNo}</span>,
  },
  {
    id: "goods",
    label: labels.goods,
    isWide: true,
    cell: ({ title, coverUrl, units: count }) => (
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
          <span>{title}</span>
          <small>{units(count)}</small>
        </span>
      </span>
    ),
  },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  {
    id: "amount",
    label: labels.amount,
    align: "end",
    isNumber: true,
    isSortable: true,
    cell: ({ payableFen }) => yuanText(payableFen),
  },
  {
    id: "state",
    label: labels.state,
    cell: (order) => {
      const hint = stateHint(order);
      return (
        <span className={ordersCss.state}>
          <OrderBadge state={order.state} />
          {hint !== null && <small className={order.isLate ? ordersCss.late : undefined}>{hint}</small>}
        </span>
      );
    },
  },
];
