import * as cartCss from "./cart.module.css";
import type { ReactNode } from "react";
import type { Cart, CartLine } from "#contract/mall/cart.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { Price } from "../../ui/display/price.tsx";
import { cartGroups, missingForFreight } from "./cart-groups.ts";
import { CartLineRow } from "./cart-line-row.tsx";
import { cartMessages } from "./cart-messages.ts";
import { refreshCart } from "./cart-store.ts";
import { useCart } from "./use-cart.ts";
import { useCartChanges } from "./use-cart-changes.ts";

type Changes = ReturnType<typeof useCartChanges>;

function FreightHint({ cart }: { cart: Cart }) {
  const missing = missingForFreight(cart);
  if (missing === null) return null;
  return (
    <div className={cartCss.hint}>
      <Notice>
        {missing === 0
          ? cartMessages.free(priceText(cart.freeFromFen ?? 0))
          : cartMessages.missing(priceText(missing))}
      </Notice>
    </div>
  );
}

type GroupProps = { lines: readonly CartLine[]; changes: Changes; title?: ReactNode; hasNotice?: boolean };
const Group = ({ lines, changes, title, hasNotice }: GroupProps) =>
  lines.length === 0 ? null : (
    <section className={`${contentCss.card} ${cartCss.group}`}>
      {title !== undefined && <div className={cartCss.groupTitle}>{title}</div>}
      <ul>
        {lines.map((line) => (
          <CartLineRow
            key={line.skuId}
            line={line}
            isBusy={changes.isBusy}
            change={(qty, isChosen) => changes.change(line.skuId, qty, isChosen)}
            remove={() => changes.remove([line.skuId])}
            notice={
              hasNotice && (
                <Button look="outline" size="tiny" onClick={() => changes.notice(line.skuId)}>
                  {cartMessages.notice}
                </Button>
              )
            }
          />
        ))}
      </ul>
    </section>
  );

/** Choice of all lines, the sum, and the way to the checkout. */
function Bar({ cart, changes }: { cart: Cart; changes: Changes }) {
  const { buyable } = cartGroups(cart);
  const chosen = buyable.filter(({ isChosen }) => isChosen);
  const isAll = chosen.length === buyable.length && buyable.length > 0;
  const others = buyable.filter(({ isChosen }) => isChosen === isAll);
  return (
    <div className={`${frameCss.bottomBar} ${cartCss.bar}`}>
      <div className={frameCss.inner}>
        <label className={cartCss.all}>
          <span className={cartCss.check}>
            <input
              type="checkbox"
              checked={isAll}
              disabled={changes.isBusy || buyable.length === 0}
              onChange={() => changes.choose(others, !isAll)}
            />
          </span>
          {cartMessages.all}
        </label>
        <div className={`${layoutCss.grow} ${cartCss.sum}`}>
          <output className={textCss.small}>
            {cartMessages.total} <Price fen={cart.goodsFen} />
          </output>
          <p className={`${textCss.caption} ${textCss.tertiary}`}>{cartMessages.totalNote}</p>
        </div>
        {chosen.length === 0 ? (
          <Button disabled>{cartMessages.checkout}</Button>
        ) : (
          <ButtonLink to="/mall/checkout?cart=1">{cartMessages.checkout}</ButtonLink>
        )}
      </div>
    </div>
  );
}

function Lines({ cart, changes }: { cart: Cart; changes: Changes }) {
  const { buyable, out, gone } = cartGroups(cart);
  const clear = (
    <Button
      look="quiet"
      size="tiny"
      onClick={() => changes.remove(gone.map(({ skuId }) => skuId))}
      disabled={changes.isBusy}
    >
      {cartMessages.clearGone}
    </Button>
  );
  return (
    <>
      <Group lines={buyable} changes={changes} />
      <Group lines={out} changes={changes} title={cartMessages.out} hasNotice />
      <Group
        lines={gone}
        changes={changes}
        title={
          <>
            {cartMessages.gone}
            {clear}
          </>
        }
      />
    </>
  );
}

function Content({ changes }: { changes: Changes }) {
  const { cart, fetchedAt, reason, owner } = useCart({ isNow: true });
  if (cart === null && reason !== null) {
    const { art, text } = describeFailure(reason);
    return (
      <div role="alert">
        <EmptyState art={art} title={cartMessages.failed} text={text}>
          <Button look="tonal" size="small" onClick={() => void refreshCart()}>
            {cartMessages.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (cart === null)
    return (
      <div className={contentCss.panel} aria-busy="true">
        <SkeletonLine />
        <SkeletonLine kind="sh" />
      </div>
    );
  if (cart.lines.length === 0)
    return (
      <EmptyState title={cartMessages.emptyTitle} text={cartMessages.emptyText}>
        <ButtonLink look="tonal" to="/mall">
          {cartMessages.goShopping}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
      <FreightHint cart={cart} />
      {owner === null && (
        <p className={`${textCss.caption} ${textCss.tertiary} ${cartCss.hint}`}>{cartMessages.visitor}</p>
      )}
      <Lines cart={cart} changes={changes} />
      <Bar cart={cart} changes={changes} />
    </>
  );
}

/** The cart of the person, or of the visitor on this device (mockup 13-mall-cart; requirements MA09–MA11). */
export default function CartScreen() {
  const changes = useCartChanges();
  const count = useCart().cart?.lines.length ?? 0;
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={cartMessages.title(count)} back="/mall" />
      {changes.removedCount > 0 && (
        <div className={cartCss.hint}>
          <Notice>
            <span className={cartCss.undo}>
              {cartMessages.removed(changes.removedCount)}
              <button
                type="button"
                className={classNames(controlsCss.link, controlsCss.retry)}
                onClick={changes.restore}
              >
                {cartMessages.undo}
              </button>
            </span>
          </Notice>
        </div>
      )}
      <Content changes={changes} />
    </Screen>
  );
}
