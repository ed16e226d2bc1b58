import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MallSkuRow } from "#contract/console/mall/products.ts";
import { isBlank } from "#contract/core/text.ts";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { NumberInput, TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { adjustStockOf, loadReservations, productKeys } from "./api.ts";
import * as productsCss from "./products.module.css";
import { productPageMessages } from "./messages.ts";

const { acts: texts } = productPageMessages;
type StockDialogProps = {
  sku: MallSkuRow;
  name: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Adjusts the stock of a SKU; the orders that hold units of it stand below. */
export function StockDialog({ sku, name, onChanged, onClose }: StockDialogProps) {
  const [delta, setDelta] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const { data: reservations } = useQuery({
    queryKey: productKeys.reservations(sku.skuId),
    queryFn: () => loadReservations(sku.skuId),
  });
  const isFit =
    delta !== null && Number.isInteger(delta) && delta !== 0 && !isBlank(reason) && reason.length <= 100;
  return (
    <ConfirmDialog
      isOpen
      title={`${texts.adjust} · ${name}`}
      text={texts.adjustText(sku.onHand, sku.reserved)}
      confirm={texts.adjust}
      isDisabled={!isFit}
      onConfirm={async () => {
        await adjustStockOf({ skuId: sku.skuId, key, delta: delta ?? 0, reason });
        showResult(texts.adjusted);
        await onChanged();
      }}
      onClose={onClose}
    >
      <NumberInput label={texts.delta} value={delta} onChange={setDelta} />
      <TextInput label={texts.reason} value={reason} onChange={setReason} />
      <section>
        <h3 className={utilityCss.title}>{texts.reservations}</h3>
        {reservations?.length === 0 && <p className={utilityCss.secondary}>{texts.noReservations}</p>}
        <ul className={productsCss.reservations}>
          {reservations?.map(({ orderId, orderNo, units }) => (
            <li key={orderId}>
              <Link to={`/orders/${orderId}`} className={utilityCss.link}>
                {orderNo}
              </Link>
              <span className={utilityCss.number}>{texts.units(units)}</span>
            </li>
          ))}
        </ul>
      </section>
    </ConfirmDialog>
  );
}
