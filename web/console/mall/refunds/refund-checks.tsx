import type { RefundDetail } from "#contract/console/mall/refunds.ts";
import { dayNumber } from "#contract/core/date-text.ts";
import { CheckCircleIcon, WarningIcon } from "../../../ui/icons/common-icons.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanText } from "../money.ts";
import { refundPageMessages } from "./messages.ts";
import * as refundsCss from "./refunds.module.css";

const { refund: texts, ways } = refundPageMessages;
/** Days after a payment in which the channels refund it. */
const REFUND_DAYS = 365;

/** Points that the second person judges: each says whether it holds, with its figure. */
export function RefundChecks({ detail, now }: { detail: RefundDetail; now: number }) {
  const { refund, leftFen, paidTime } = detail;
  const days = paidTime === null ? 0 : dayNumber(now) - dayNumber(paidTime);
  const checks = [
    { label: texts.secondPerson, isMet: !refund.isOwn, figure: refund.askedBy ?? "" },
    { label: texts.withinLeft, isMet: refund.amountFen <= leftFen, figure: yuanText(leftFen) },
    { label: texts.withinYear, isMet: days <= REFUND_DAYS, figure: texts.days(days) },
  ];
  return (
    <section>
      <h3>{texts.checks}</h3>
      <ul className={refundsCss.checks}>
        {checks.map(({ label, isMet, figure }) => (
          <li key={label} data-met={isMet}>
            {isMet ? <CheckCircleIcon size={16} /> : <WarningIcon size={16} />}
            <span>{label}</span>
            <span className={utilityCss.number}>{figure}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 金额怎么来的: lines, discounts and freight of a refund. */
export function RefundSum({ detail }: { detail: RefundDetail }) {
  const { refund, lines, freightFen, paidFen, refundedFen } = detail;
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{texts.lines}</h3>
      <table className={refundsCss.sum}>
        <thead>
          <tr>
            {[texts.line, texts.qty, texts.goods, texts.coupon, texts.back].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, optionValues, qty, goodsFen, couponFen, refundFen }) => (
            <tr key={`${title} ${optionValues.join(" ")}`}>
              <th scope="row">
                {title}
                {optionValues.length > 0 && <small>{optionValues.join(" · ")}</small>}
              </th>
              <td>{qty}</td>
              <td>{yuanText(goodsFen)}</td>
              <td>{couponFen === 0 ? "0.00" : `−${yuanText(couponFen)}`}</td>
              <td>{yuanText(refundFen)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.freight}</th>
            <td>—</td>
            <td>—</td>
            <td>—</td>
            <td>{yuanText(freightFen)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {texts.total(ways[refund.way])}
            </th>
            <td>¥{yuanText(refund.amountFen)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
        {texts.backToOrder}{" "}
        <span className={utilityCss.number}>
          ¥{yuanText(paidFen - refundedFen - (refund.state === "success" ? 0 : refund.amountFen))}
        </span>
      </p>
    </section>
  );
}
