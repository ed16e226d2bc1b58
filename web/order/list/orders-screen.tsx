import * as orderCss from "../shared/order.module.css";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { orderTabs, type OrderSummary, type OrderTab } from "#contract/order/order.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Price } from "../../ui/display/price.tsx";
import { Button, ButtonLink, Spinner } from "../../ui/form/button.tsx";
import { useInfiniteScroll } from "../../ui/hooks/use-infinite-scroll.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadOrderCounts, loadOrders, type OrderPage } from "../api.ts";
import { ActionButtons } from "../detail/action-buttons.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { useLoaded } from "../shared/use-loaded.ts";

const tabIn = (parameters: URLSearchParams): OrderTab =>
  orderTabs.find((tab) => tab === parameters.get("tab")) ?? "all";

/** Numbers of orders by tab, where the server counts them. */
function Tabs({ current }: { current: OrderTab }) {
  const { answer } = useLoaded("order counts", () => loadOrderCounts(send));
  const counts: Readonly<Partial<Record<OrderTab, number>>> = answer ?? {};
  return (
    <nav className={orderCss.tabs} aria-label={orderMessages.tabsLabel}>
      {orderTabs.map((tab) => (
        <Link
          key={tab}
          to={
            tab === "afterSale"
              ? "/mall/after-sale"
              : tab === "all"
                ? "/mall/orders"
                : `/mall/orders?tab=${tab}`
          }
          replace
          aria-current={tab === current ? "page" : undefined}
        >
          {orderMessages.tabs[tab]}
          {tab !== "done" && (counts[tab] ?? 0) > 0 && ` ${counts[tab]}`}
        </Link>
      ))}
    </nav>
  );
}

function OrderCard({ order, onChanged }: { order: OrderSummary; onChanged: () => void }) {
  const { orderId, orderNo, stateText, lines, payableFen } = order;
  const count = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <li className={`${contentCss.card} ${orderCss.card}`}>
      <Link to={`/mall/order/${orderId}`}>
        <p className={orderCss.between}>
          <span className={`${textCss.caption} ${textCss.tertiary}`}>{orderMessages.number(orderNo)}</span>
          <b className={textCss.small}>{stateText}</b>
        </p>
        <div className={orderCss.pictures}>
          {lines.slice(0, 3).map(({ lineId, coverUrl, title }) => (
            <ResponsivePicture key={lineId} url={coverUrl} width={64} height={64} alt={title} />
          ))}
          <span className={`${layoutCss.toEnd} ${orderCss.sum}`}>
            <Price fen={payableFen} />
            <br />
            <small className={textCss.tertiary}>{orderMessages.units(count)}</small>
          </span>
        </div>
      </Link>
      <ActionButtons order={order} onChanged={onChanged} />
    </li>
  );
}

/** The loaded orders; further pages come as they are scrolled to. */
function List({ first, tab, onChanged }: { first: OrderPage; tab: OrderTab; onChanged: () => void }) {
  const [more, setMore] = useState<OrderPage>({ list: [], nextCursor: first.nextCursor });
  const { row, state, loadNext } = useInfiniteScroll(more.nextCursor, async (cursor) => {
    const page = await loadOrders(send, tab, cursor);
    setMore((before) => ({ list: [...before.list, ...page.list], nextCursor: page.nextCursor }));
  });
  const orders = [...first.list, ...more.list];
  if (orders.length === 0)
    return (
      <EmptyState title={orderMessages.emptyTab} text={orderMessages.emptyTabText}>
        <ButtonLink look="tonal" to="/mall">
          {orderMessages.goShopping}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ul>
        {orders.map((order) => (
          <OrderCard key={order.orderId} order={order} onChanged={onChanged} />
        ))}
      </ul>
      <div className={contentCss.more} ref={row}>
        {state === "loading" && <Spinner />}
        {state === "failed" && (
          <Button look="quiet" size="small" onClick={loadNext}>
            {orderMessages.retry}
          </Button>
        )}
      </div>
    </>
  );
}

const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

function OrdersContent({ tab }: { tab: OrderTab }) {
  const own = usePersonalData(`orders ${tab}`, () => loadOrders(send, tab));
  return (
    <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
      {(page) => (
        <List
          key={page.list.map(({ orderId, state }) => orderId + state).join()}
          first={page}
          tab={tab}
          onChanged={() => void own.reload()}
        />
      )}
    </AuthGatedSection>
  );
}

/** The person's orders by state (mockup 13-mall-orders). */
export default function OrdersScreen() {
  const [parameters] = useSearchParams();
  const tab = tabIn(parameters);
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={orderMessages.orders} back="/mine" />
      <Tabs current={tab} />
      <OrdersContent key={tab} tab={tab} />
    </Screen>
  );
}
