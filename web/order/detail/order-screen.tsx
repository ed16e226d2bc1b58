import * as orderCss from "../shared/order.module.css";
import { Link } from "react-router";
import { formatDateTime } from "#contract/core/date-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import type { OrderDetail } from "#contract/order/order.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Countdown } from "../../ui/display/countdown.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { IconButton } from "../../ui/form/button.tsx";
import { ChevronRightIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { CopyIcon } from "../../ui/icons/share-icons.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { QrCode } from "../../ui/media/qr-code.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadOrder } from "../api.ts";
import { OrderProduct } from "../shared/order-product.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { Sums } from "../shared/sums.tsx";
import { ActionButtons } from "./action-buttons.tsx";
import { AddressChange } from "./address-change.tsx";
import { leadsToPage } from "./use-order-action.ts";
import { isOrderMoving, usePollWhileMoving } from "./use-poll-while-moving.ts";

/** One sentence about the order's state. */
function heroText({ state, payBefore, receiveBefore }: OrderDetail): string {
  const { hero } = orderMessages;
  switch (state) {
    case "pending":
      return hero.pending(formatDateTime(payBefore));
    case "shipping":
      return receiveBefore === null ? hero.shippingUnknown : hero.shipping(formatDateTime(receiveBefore));
    case "ready":
      return receiveBefore === null ? orderMessages.pickupHint : hero.ready(formatDateTime(receiveBefore));
    case "closing":
    case "cancelled":
    case "paid":
    case "done":
    case "refunded":
      return hero[state];
  }
}

const Pickup = ({ order }: { order: OrderDetail }) =>
  order.pickupCode === null ? null : (
    <section className={`${contentCss.card} ${orderCss.card} ${textCss.center}`}>
      <h2 className={textCss.title3}>{orderMessages.pickupCode}</h2>
      <div className={orderCss.qrCode}>
        <QrCode text={order.pickupCode} label={orderMessages.pickupCode} />
      </div>
      <p className={orderCss.code}>{order.pickupCode}</p>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{orderMessages.pickupHint}</p>
    </section>
  );

const Parcels = ({ shipments, lines }: Pick<OrderDetail, "shipments" | "lines">) =>
  shipments.map(({ shipmentId, carrierName, trackingNo, state, units, lastText, lastTime }, place) => (
    <section key={shipmentId} className={`${contentCss.card} ${orderCss.card}`}>
      <p className={orderCss.between}>
        <b>{orderMessages.parcel(place + 1)}</b>
        <span className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.grow}`}>
          {carrierName} {trackingNo}
        </span>
        <Tag kind={state === "signed" ? "ended" : state === "problem" ? "err" : "live"}>
          {orderMessages.shipmentStates[state]}
        </Tag>
      </p>
      <div className={orderCss.parcel}>
        {lines
          .filter(({ lineId }) => units.some((unit) => unit.lineId === lineId))
          .map(({ lineId, coverUrl, title }) => (
            <ResponsivePicture key={lineId} url={coverUrl} width={48} height={48} alt={title} />
          ))}
        <p className={`${textCss.small} ${textCss.secondary}`}>
          {lastTime !== null && `${formatDateTime(lastTime)} `}
          {lastText || orderMessages.noTrack}
        </p>
      </div>
      <Link className={controlsCss.link} to={`/mall/logistics/${shipmentId}`}>
        {orderMessages.track}
        <ChevronRightIcon size={16} />
      </Link>
    </section>
  ));

function Place({ order: { address, dealer } }: { order: OrderDetail }) {
  if (address === null && dealer === null) return null;
  return (
    <section className={`${contentCss.card} ${orderCss.card} ${orderCss.place}`}>
      <PinIcon />
      <div className={layoutCss.grow}>
        {address !== null && (
          <>
            <b>{address.name}</b> <span className={textCss.numeric}>{address.mobile}</span>
            <p className={`${textCss.small} ${textCss.secondary}`} dir="auto">
              {address.divisionName} {address.detail}
            </p>
          </>
        )}
        {dealer !== null && (
          <>
            <Link to={`/dealer/${dealer.dealerId}`}>
              <b>{dealer.name}</b>
            </Link>
            <p className={`${textCss.small} ${textCss.secondary}`}>{dealer.address}</p>
            <a className={controlsCss.link} href={`tel:${dealer.phone}`}>
              {dealer.phone}
            </a>
          </>
        )}
      </div>
    </section>
  );
}

const Timeline = ({ timeline }: Pick<OrderDetail, "timeline">) => (
  <section className={`${contentCss.card} ${orderCss.card}`}>
    <h2 className={`${textCss.title3} ${orderCss.section}`}>{orderMessages.timeline}</h2>
    <ol className={orderCss.timeline}>
      {timeline.map(({ text, time }) => (
        <li key={`${text} ${time}`}>
          <p className={textCss.small}>{text}</p>
          <p className={`${textCss.caption} ${textCss.tertiary}`}>{formatDateTime(time)}</p>
        </li>
      ))}
    </ol>
  </section>
);

function Info({ order }: { order: OrderDetail }) {
  const { orderNo, createdTime, way, remark, refunds } = order;
  const facts: [string, string][] = [
    [orderMessages.created, formatDateTime(createdTime)],
    ...(way === null ? [] : ([[orderMessages.way, orderMessages.ways[way]]] as [string, string][])),
    ...(remark === "" ? [] : ([[orderMessages.remark, remark]] as [string, string][])),
    ...refunds.map(({ amountFen, text }): [string, string] => [
      orderMessages.refunds,
      `¥${priceText(amountFen)} ${text}`,
    ]),
  ];
  const copy = async (): Promise<void> => {
    if (await copyText(orderNo)) showToast(orderMessages.copied);
  };
  return (
    <section className={`${contentCss.card} ${orderCss.card}`}>
      <h2 className={`${textCss.title3} ${orderCss.section}`}>{orderMessages.info}</h2>
      <dl>
        <div className={orderCss.fact}>
          <dt>{orderMessages.orderNo}</dt>
          <dd className={`${textCss.numeric} ${layoutCss.row}`}>
            {orderNo}
            <IconButton
              className={orderCss.copy}
              label={orderMessages.copy}
              icon={<CopyIcon size={16} />}
              onClick={() => void copy()}
            />
          </dd>
        </div>
        {facts.map(([label, text]) => (
          <div key={`${label} ${text}`} className={orderCss.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Cases = ({ afterSales }: Pick<OrderDetail, "afterSales">) =>
  afterSales.length === 0 ? null : (
    <section className={`${contentCss.card} ${orderCss.card}`}>
      <h2 className={`${textCss.title3} ${orderCss.section}`}>{orderMessages.cases}</h2>
      {afterSales.map(({ afterSaleId, caseNo, refundFen, createdTime }) => (
        <Link key={afterSaleId} className={orderCss.press} to={`/mall/after-sale/${afterSaleId}`}>
          <span>
            {orderMessages.caseTitle(caseNo)}
            <br />
            <small className={textCss.tertiary}>{formatDateTime(createdTime)}</small>
          </span>
          <span className={textCss.numeric}>¥{priceText(refundFen)}</span>
        </Link>
      ))}
    </section>
  );

/** Units of a line that were refunded, or that a case asks for. */
function LineNotes({ line: { refundedQty, askedQty } }: { line: OrderDetail["lines"][number] }) {
  const notes = [
    ...(refundedQty > 0 ? [orderMessages.refundedUnits(refundedQty)] : []),
    ...(askedQty > 0 ? [orderMessages.askedUnits(askedQty)] : []),
  ];
  return notes.length === 0 ? null : (
    <p className={`${textCss.caption} ${textCss.accent}`}>{notes.join(" · ")}</p>
  );
}

function Content({ order, reload }: { order: OrderDetail; reload: () => Promise<void> }) {
  usePollWhileMoving(isOrderMoving(order), reload);
  const { lines, money, state, actions } = order;
  return (
    <>
      <section className={orderCss.hero}>
        <h2 className={textCss.title1}>{order.stateText}</h2>
        <output className={textCss.small}>{heroText(order)}</output>
        {state === "pending" && (
          <Countdown until={order.payBefore} from={order.serverTime} onEnd={() => void reload()} />
        )}
      </section>
      <Pickup order={order} />
      <Parcels shipments={order.shipments} lines={lines} />
      <Place order={order} />
      <ul className={`${contentCss.card} ${orderCss.card}`}>
        {lines.map((line) => (
          <OrderProduct key={line.lineId} {...line}>
            <LineNotes line={line} />
          </OrderProduct>
        ))}
      </ul>
      <Cases afterSales={order.afterSales} />
      <Timeline timeline={order.timeline} />
      <Sums
        money={money}
        isPaid={!["pending", "closing", "cancelled"].includes(state)}
        refundedFen={order.refundedFen}
      />
      <Info order={order} />
      {actions.some((action) => !leadsToPage(action)) && (
        <div className={`${frameCss.bottomBar} ${orderCss.bar}`}>
          <div className={frameCss.inner}>
            <div className={orderCss.barButtons}>
              <ActionButtons order={order} onChanged={() => void reload()} size="small" isOnPage />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

/** An order with its timeline, parcels and actions (mockups 13-mall-order, 13-mall-order-states). */
export default function OrderScreen({ rest: [orderId = "", part] }: { rest: readonly string[] }) {
  const own = usePersonalData(`order ${orderId}`, () => loadOrder(send, orderId));
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar
        title={part === "address" ? orderMessages.addressTitle : orderMessages.detailTitle}
        back={part === "address" ? `/mall/order/${orderId}` : "/mall/orders"}
      />
      <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
        {(order) =>
          part === "address" ? (
            <AddressChange order={order} onChanged={own.reload} />
          ) : (
            <Content order={order} reload={own.reload} />
          )
        }
      </AuthGatedSection>
    </Screen>
  );
}
