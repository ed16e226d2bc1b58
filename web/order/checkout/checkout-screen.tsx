import * as checkoutCss from "./checkout.module.css";
import * as orderCss from "../shared/order.module.css";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { priceText } from "#contract/mall/price-text.ts";
import type { Quote, QuotedLine } from "#contract/order/checkout.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Price } from "../../ui/display/price.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { Checkbox } from "../../ui/form/field.tsx";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { uiMessages } from "../../ui/messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { OrderProduct } from "../shared/order-product.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { Sums } from "../shared/sums.tsx";
import { checkoutMessages } from "./checkout-messages.ts";
import { AddressPart, PickupPart } from "./delivery-part.tsx";
import { useCheckout, type Checkout } from "./use-checkout.ts";

const CouponSheet = lazy(() => import("./coupon-sheet.tsx"));

/** The reason why a line cannot be bought as wanted; null if it can. */
function stateText({ state, left }: QuotedLine): string | null {
  if (state === "ok") return null;
  return state === "short" ? checkoutMessages.states.short(left) : checkoutMessages.states[state];
}

const Lines = ({ quote, checkout }: { quote: Quote; checkout: Checkout }) => (
  <ul className={`${contentCss.card} ${orderCss.card}`}>
    {quote.lines.map((line) => {
      const problem = stateText(line);
      return (
        <OrderProduct
          key={line.skuId}
          {...line}
          qty={null}
          control={
            <Stepper
              label={checkoutMessages.quantity(line.title)}
              value={line.qty}
              most={Math.max(line.qty, Math.min(99, line.left ?? 99))}
              onChange={(qty) => checkout.setQuantity(line.skuId, qty)}
            />
          }
        >
          {problem !== null && <p className={`${textCss.caption} ${textCss.accent}`}>{problem}</p>}
        </OrderProduct>
      );
    })}
  </ul>
);

function CouponRow({ quote, checkout }: { quote: Quote; checkout: Checkout }) {
  const [isOpen, setOpen] = useState(false);
  const usable = quote.coupons.filter(({ isUsable }) => isUsable).length;
  const chosen = quote.coupons.find(({ coupon }) => coupon.couponId === quote.couponId);
  const text =
    chosen === undefined
      ? usable === 0
        ? checkoutMessages.couponNone
        : checkoutMessages.couponChoose(usable)
      : checkoutMessages.couponSave(chosen.coupon.name, priceText(chosen.saveFen));
  return (
    <>
      <button type="button" className={orderCss.press} onClick={() => setOpen(true)}>
        {checkoutMessages.coupon}
        <span className={`${layoutCss.row} ${layoutCss.gap1} ${chosen && orderCss.minus}`}>
          {text}
          <ChevronRightIcon size={16} />
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <CouponSheet
            coupons={quote.coupons}
            chosenId={quote.couponId}
            onClose={() => setOpen(false)}
            onChoose={(couponId) => {
              checkout.change({ couponId });
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Bar({ quote, checkout }: { quote: Quote; checkout: Checkout }) {
  const { payableFen, couponFen, freightCouponFen } = quote.money;
  const count = quote.lines.reduce((sum, { qty }) => sum + qty, 0);
  const saved = couponFen + freightCouponFen;
  const { delivery, dealerId, addressId } = checkout.choices;
  const isPlaceMissing =
    delivery === "pickup" ? dealerId === null : addressId === null && quote.addressId === null;
  const isBlocked = isPlaceMissing || quote.lines.some(({ state }) => state !== "ok");
  return (
    <div className={`${frameCss.bottomBar} ${orderCss.bar}`}>
      <div className={frameCss.inner}>
        <div className={`${layoutCss.grow} ${orderCss.sum}`}>
          <output>
            {orderMessages.payable} <Price fen={payableFen} />
          </output>
          <p className={`${textCss.caption} ${textCss.tertiary}`}>
            {checkoutMessages.summary(count, saved > 0 ? priceText(saved) : null)}
          </p>
        </div>
        <Button isBusy={checkout.isBusy} disabled={isBlocked} onClick={checkout.submit}>
          {checkoutMessages.submit}
        </Button>
      </div>
    </div>
  );
}

function Form({ quote, checkout }: { quote: Quote; checkout: Checkout }) {
  const { choices, change, notice, isRush } = checkout;
  const isPickup = choices.delivery === "pickup";
  return (
    <>
      <div className={checkoutCss.top}>
        <SegmentedControl
          name="delivery"
          label={orderMessages.deliveryLabel}
          views={orderMessages.delivery}
          value={choices.delivery}
          onChoose={(delivery) => change({ delivery })}
        />
      </div>
      {[...(notice === null ? [] : [notice]), ...quote.warnings].map((text) => (
        <div key={text} className={checkoutCss.top}>
          <Notice kind={text === notice ? "err" : "warn"}>{text}</Notice>
        </div>
      ))}
      {isPickup ? <PickupPart checkout={checkout} /> : <AddressPart checkout={checkout} />}
      <Lines quote={quote} checkout={checkout} />
      <section className={`${contentCss.card} ${orderCss.card} ${orderCss.form}`}>
        {!isRush && <CouponRow quote={quote} checkout={checkout} />}
        {quote.freight.missingFen !== null && !isPickup && (
          <p className={`${textCss.caption} ${textCss.tertiary}`}>
            {checkoutMessages.missing(priceText(quote.freight.missingFen))}
          </p>
        )}
        <label className={textCss.small}>
          {checkoutMessages.remark}
          <textarea
            className={orderCss.textArea}
            rows={2}
            value={choices.remark}
            placeholder={checkoutMessages.remarkHint}
            onChange={({ target }) => change({ remark: target.value })}
          />
        </label>
        {quote.needsNoReturnAgreed && (
          <Checkbox
            checked={choices.noReturnAgreed}
            onChange={({ target }) => change({ noReturnAgreed: target.checked })}
          >
            {checkoutMessages.noReturn}
          </Checkbox>
        )}
      </section>
      <p className={contentCss.more}>{checkoutMessages.payLater}</p>
      <Sums money={quote.money} />
      <Bar quote={quote} checkout={checkout} />
    </>
  );
}

function content(checkout: Checkout): ReactNode {
  const { quote, reason, lines, retry } = checkout;
  if (quote !== null) return <Form quote={quote} checkout={checkout} />;
  if (reason !== null) {
    const { art, title, text } = describeFailure(reason);
    return (
      <EmptyState art={art} title={title} text={text}>
        <Button look="tonal" onClick={retry}>
          {orderMessages.retry}
        </Button>
      </EmptyState>
    );
  }
  if (lines !== null)
    return (
      <EmptyState title={checkoutMessages.nothing} text={checkoutMessages.nothingText}>
        <ButtonLink look="tonal" to="/mall/cart">
          {checkoutMessages.toCart}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <div className={contentCss.panel} aria-busy="true">
      <SkeletonLine />
      <SkeletonLine kind="sh" />
    </div>
  );
}

const CheckoutContent = () => content(useCheckout());

/** Checkout of one SKU or of the cart's chosen lines (mockup 13-mall-checkout; requirements MA14–MA17). */
export default function CheckoutScreen() {
  const isVisitor = useUser() === null;
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={checkoutMessages.title} back="/mall/cart" />
      {isVisitor ? (
        <EmptyState {...checkoutMessages.visitor}>
          <Button onClick={openAccountOrLogin}>{uiMessages.logIn}</Button>
        </EmptyState>
      ) : (
        <CheckoutContent />
      )}
    </Screen>
  );
}
