import { useState } from "react";
import type { MallProductDetail } from "#contract/console/mall/products.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../../kit/form/date-time-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { withdrawPlan, setProductOnSale } from "./api.ts";
import { productPageMessages } from "./messages.ts";

const { acts: texts } = productPageMessages;
type SaleProps = { product: MallProductDetail; onChanged: () => Promise<void> };
const whenOptions = [
  { value: "now", label: texts.now },
  { value: "later", label: texts.later },
] as const;

/** Publishes or withdraws the product, at once or at a time. */
export function SaleButton({ product, onChanged }: SaleProps) {
  const [isAsking, setAsking] = useState(false);
  const isOn = product.state === "on";
  const verb = isOn ? texts.withdraw : texts.publish;
  return (
    <>
      <ConsoleButton look={isOn ? "dangerOutline" : "primary"} onClick={() => setAsking(true)}>
        {verb}
      </ConsoleButton>
      {isAsking && <SaleDialog product={product} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaleDialog({ product, onChanged, onClose }: SaleProps & { onClose: () => void }) {
  const [when, setWhen] = useState<"now" | "later">("now");
  const [at, setAt] = useState("");
  const isOn = product.state === "on";
  const verb = isOn ? texts.withdraw : texts.publish;
  return (
    <ConfirmDialog
      isOpen
      isDanger={isOn}
      title={verb}
      text={isOn ? texts.withdrawText : texts.publishText}
      confirm={when === "now" ? verb : `${texts.later}${verb}`}
      isDisabled={when === "later" && Number.isNaN(Date.parse(at))}
      onConfirm={async () => {
        const { productId, revision: basedOn } = product;
        const time = when === "later" ? at : null;
        await setProductOnSale({ productId, state: isOn ? "off" : "on", basedOn, at: time });
        if (time !== null) showResult(texts.planned(verb, formatDateTime(time)));
        else showResult(isOn ? texts.withdrawn : texts.published);
        await onChanged();
      }}
      onClose={onClose}
    >
      {!isOn && !product.skus.some((sku) => sku.isOn) && <NoteBar tone="warn">{texts.noSkuOnSale}</NoteBar>}
      <Segments label={texts.when} options={whenOptions} value={when} onChange={setWhen} />
      {when === "later" && <DateTimeInput label={texts.at} isRequired value={at} onChange={setAt} />}
    </ConfirmDialog>
  );
}

/** Plans for the product, above its form. */
export const PlannedNotes = ({ product, mayWrite, onChanged }: SaleProps & { mayWrite: boolean }) => (
  <>
    {product.planned.map(({ changeId, action, at, by }) => {
      const verb = action === "publish" ? texts.publish : texts.withdraw;
      const cancel = async (): Promise<void> => {
        await withdrawPlan({ productId: product.productId, changeId });
        showResult(texts.planCancelled);
        await onChanged();
      };
      return (
        <NoteBar
          key={changeId}
          tone="info"
          {...(mayWrite && { action: { label: texts.cancelPlan, onPress: () => void cancel() } })}
        >
          {texts.plannedNote(verb, formatDateTime(at), by)}
        </NoteBar>
      );
    })}
  </>
);
