import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { stockCauses, type StockMovement } from "#contract/console/mall/stock.ts";
import type { MallProductDetail } from "#contract/console/mall/products.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Timeline, type TimelineEntry } from "../../kit/display/timeline.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { loadMovements, productKeys } from "./api.ts";
import { productPageMessages } from "./messages.ts";
import * as productsCss from "./products.module.css";
import { skuName } from "./value-text.ts";

const { stock: texts } = productPageMessages;
const FEW = 5;

const signed = (units: number): string => (units < 0 ? `−${-units}` : `+${units}`);
/** Tone of a change: what came, what was lost. */
function toneOf({ cause, onHand }: StockMovement): "ok" | "warn" | undefined {
  if (cause === "scrap") return "warn";
  return onHand > 0 ? "ok" : undefined;
}
function entryOf(movement: StockMovement, names: ReadonlyMap<string, string>): TimelineEntry {
  const { cause, skuId, onHand, reserved, reason, by, order, time } = movement;
  const tone = toneOf(movement);
  const units = signed(onHand === 0 ? reserved : onHand);
  return {
    key: `${cause} ${time} ${skuId} ${onHand} ${reserved}`,
    title: texts.movementOf(stockCauses[cause], units, names.get(skuId) ?? ""),
    detail:
      order === null ? (
        [by, reason].filter((text) => text !== null && text !== "").join(" · ") || null
      ) : (
        <Link to={`/orders/${order.orderId}`} className={utilityCss.link}>
          {order.orderNo}
        </Link>
      ),
    time,
    ...(tone !== undefined && { tone }),
  };
}

/** 库存变动: sums over the SKUs, and what came and went. */
export function StockPanel({ product }: { product: MallProductDetail }) {
  const { productId, skus } = product;
  const [isAll, setAll] = useState(false);
  const { data: movements = [] } = useQuery({
    queryKey: productKeys.movements(productId),
    queryFn: () => loadMovements(productId),
  });
  const names = new Map(skus.map(({ skuId, optionValues }) => [skuId, skuName(optionValues)]));
  const [onHand, reserved] = [sum(skus.map((sku) => sku.onHand)), sum(skus.map((sku) => sku.reserved))];
  const shown = isAll ? movements : movements.slice(0, FEW);
  return (
    <Panel
      title={texts.title}
      actions={
        movements.length > FEW &&
        !isAll && (
          <ConsoleButton isSmall look="quiet" onClick={() => setAll(true)}>
            {texts.all}
          </ConsoleButton>
        )
      }
    >
      <dl className={productsCss.sums}>
        <div>
          <dt>{texts.onHand}</dt>
          <dd>{onHand}</dd>
        </div>
        <div>
          <dt>{texts.reserved}</dt>
          <dd>{reserved === 0 ? 0 : `−${reserved}`}</dd>
        </div>
        <div className={productsCss.total}>
          <dt>{texts.free}</dt>
          <dd>{onHand - reserved}</dd>
        </div>
      </dl>
      {movements.length === 0 ? (
        <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.nothing}</p>
      ) : (
        <Timeline entries={shown.map((movement) => entryOf(movement, names))} />
      )}
    </Panel>
  );
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
