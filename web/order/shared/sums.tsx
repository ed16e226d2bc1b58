import * as orderCss from "./order.module.css";
import type { Money } from "#contract/order/money.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { Price } from "../../ui/display/price.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { orderMessages } from "./order-messages.ts";

const Fact = ({ label, fen, isMinus = false }: { label: string; fen: number; isMinus?: boolean }) => (
  <div className={orderCss.fact}>
    <dt>{label}</dt>
    <dd className={isMinus ? `${textCss.numeric} ${orderCss.minus}` : textCss.numeric}>
      {isMinus ? "−" : ""}¥{priceText(fen)}
    </dd>
  </div>
);

type SumsProps = { money: Money; isPaid?: boolean; /** Paid back until now, fen. */ refundedFen?: number };

/** The sums of an order line by line. */
export function Sums({ money, isPaid = false, refundedFen = 0 }: SumsProps) {
  const { goodsFen, freightFen, couponFen, freightCouponFen, payableFen } = money;
  return (
    <dl className={`${contentCss.card} ${orderCss.card}`}>
      <Fact label={orderMessages.goods} fen={goodsFen} />
      <Fact label={orderMessages.freight} fen={freightFen} />
      {couponFen > 0 && <Fact label={orderMessages.coupon} fen={couponFen} isMinus />}
      {freightCouponFen > 0 && <Fact label={orderMessages.freightCoupon} fen={freightCouponFen} isMinus />}
      <div className={`${orderCss.fact} ${orderCss.total}`}>
        <dt>{isPaid ? orderMessages.paid : orderMessages.payable}</dt>
        <dd>
          <Price fen={payableFen} />
        </dd>
      </div>
      {refundedFen > 0 && <Fact label={orderMessages.refunded} fen={refundedFen} isMinus />}
    </dl>
  );
}
