import * as productCss from "./product.module.css";
import { formatDateTime } from "#contract/core/date-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import type { ProductDetail } from "#contract/mall/product.ts";
import { Countdown } from "../../ui/display/countdown.tsx";
import { QuotaBar } from "../../ui/display/quota-bar.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { BoltIcon } from "../../ui/icons/mall-icons.tsx";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";
import { ListPrice, Price } from "../../ui/display/price.tsx";
import { productMessages } from "./product-messages.ts";
import type { ProductMoment } from "./product-state.ts";

type ProductHeadProps = {
  product: ProductDetail;
  moment: ProductMoment;
  price: { fen: number; isFrom: boolean };
  /** A countdown is over. */
  onTime: () => void;
};

/** Time until a sale begins, or until a rush ends. */
const TimeBar = ({
  moment,
  serverTime,
  onTime,
}: {
  moment: ProductMoment;
  serverTime: string;
  onTime: () => void;
}) => {
  if (moment.kind === "rush")
    return (
      <div className={productCss.rushBar}>
        <b>
          <BoltIcon size={20} />
          {mallMessages.rush.title}
        </b>
        <span>
          {mallMessages.rush.running}{" "}
          <Countdown until={moment.rush.toTime} from={serverTime} onEnd={onTime} />
        </span>
      </div>
    );
  return null;
};

/** Title, price and the state of the moment. */
export function ProductHead({ product, moment, price, onTime }: ProductHeadProps) {
  const { title, subtitle, listFen, ownerFen, sold, buyMost, serverTime } = product;
  const isRush = moment.kind === "rush";
  const fen = isRush ? moment.rush.priceFen : price.fen;
  const isOwnerPrice = ownerFen !== null && ownerFen < price.fen;
  return (
    <>
      <TimeBar moment={moment} serverTime={serverTime} onTime={onTime} />
      <section className={productCss.head}>
        <p className={productCss.prices}>
          <Price fen={fen} isFrom={!isRush && price.isFrom} isLarge />
          <ListPrice listFen={isRush ? Math.max(listFen ?? 0, price.fen) : listFen} fen={fen} />
          {isRush && <Tag kind="hot">{productMessages.rushPriceTag}</Tag>}
          {moment.kind === "rushSoon" && (
            <Tag kind="hot">{productMessages.rushPrice(priceText(moment.rush.priceFen))}</Tag>
          )}
          {!isRush && isOwnerPrice && <Tag kind="hot">{productMessages.ownerTag(priceText(ownerFen))}</Tag>}
        </p>
        <h1 className={`${textCss.title2} ${layoutCss.marginTop2}`}>{title}</h1>
        {subtitle !== "" && <p className={`${textCss.small} ${textCss.secondary}`}>{subtitle}</p>}
        <p className={`${textCss.caption} ${textCss.tertiary} ${productCss.quiet}`}>
          {isRush
            ? productMessages.rushNote(moment.rush.buyMost)
            : [
                sold === "0" ? "" : productMessages.soldUnits(sold),
                buyMost === null ? "" : productMessages.buyMost(buyMost),
              ]
                .filter(Boolean)
                .join(" · ")}
        </p>
        {isRush && (
          <p className={`${textCss.caption} ${textCss.accent} ${productCss.progress}`}>
            {mallMessages.rush.taken(moment.rush.takenPercent)}
            <QuotaBar percent={moment.rush.takenPercent} isHot />
          </p>
        )}
        {moment.kind === "rushSoon" && (
          <div className={productCss.soonBar}>
            <span>{productMessages.rushAt(formatDateTime(moment.rush.fromTime))}</span>
            <Countdown until={moment.rush.fromTime} from={serverTime} onEnd={onTime} />
          </div>
        )}
        {moment.kind === "soon" && (
          <div className={productCss.soonBar}>
            <span>{productMessages.soonTitle}</span>
            <Countdown until={moment.saleFrom} from={serverTime} onEnd={onTime} />
          </div>
        )}
      </section>
    </>
  );
}
