import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MallSkuRow } from "#contract/console/mall/products.ts";
import { isBlank } from "#contract/core/text.ts";
import { Segments } from "../../kit/controls/segments.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
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
type Mode = keyof typeof texts.modes;
const modes = (Object.keys(texts.modes) as Mode[]).map((value) => ({ value, label: texts.modes[value] }));

/** Adjusts the stock of a SKU by a difference or to what was counted; the orders that hold units of it stand below. */
export function StockDialog({ sku, name, onChanged, onClose }: StockDialogProps) {
  const [mode, setMode] = useState<Mode>("delta");
  const [units, setUnits] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const isWhole = units !== null && Number.isInteger(units);
  const after = isWhole ? (mode === "delta" ? sku.onHand + units : units) : null;
  const isBelow = after !== null && after < sku.reserved;
  const isChange = after !== null && after !== sku.onHand;
  return (
    <ConfirmDialog
      isOpen
      title={`${texts.adjust} · ${name}`}
      text={texts.adjustText(sku.onHand, sku.reserved)}
      confirm={texts.adjust}
      isDisabled={!isChange || isBelow || isBlank(reason) || reason.length > 100}
      onConfirm={async () => {
        const change = mode === "delta" ? { delta: units ?? 0 } : { onHand: units ?? 0 };
        await adjustStockOf({ skuId: sku.skuId, key, change, reason });
        showResult(texts.adjusted);
        await onChanged();
      }}
      onClose={onClose}
    >
      <Segments label={texts.mode} options={modes} value={mode} onChange={setMode} />
      <NumberInput
        label={texts[mode]}
        value={units}
        error={isBelow ? texts.below(sku.reserved) : null}
        {...(after !== null && !isBelow && { hint: texts.result(after, after - sku.reserved) })}
        onChange={setUnits}
      />
      <TextInput label={texts.reason} isRequired value={reason} onChange={setReason} />
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        {texts.reasons.map((one) => (
          <ConsoleButton key={one} isSmall look="quiet" onClick={() => setReason(one)}>
            {one}
          </ConsoleButton>
        ))}
      </div>
      <Reservations skuId={sku.skuId} />
    </ConfirmDialog>
  );
}

function Reservations({ skuId }: { skuId: string }) {
  const { data: reservations } = useQuery({
    queryKey: productKeys.reservations(skuId),
    queryFn: () => loadReservations(skuId),
  });
  return (
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
  );
}
