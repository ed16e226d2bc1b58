import { useState } from "react";
import type { MallOrderDetail } from "#contract/console/mall/orders.ts";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { correctRecipientOf } from "./api.ts";
import { orderPageMessages } from "./messages.ts";

const { acts: texts } = orderPageMessages;
type AddressDialogProps = {
  detail: MallOrderDetail;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Corrects the recipient of an order before it is sent; what stays empty is not changed. */
export function AddressDialog({ detail, onChanged, onClose }: AddressDialogProps) {
  const [typed, setTyped] = useState({ name: "", mobile: "", detail: "" });
  const given = Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, text.trim()]])),
  );
  const fields = [
    ["name", texts.newName],
    ["mobile", texts.newMobile],
    ["detail", texts.newDetail],
  ] as const;
  return (
    <ConfirmDialog
      isOpen
      title={texts.addressTitle}
      text={texts.addressText}
      confirm={texts.address}
      isDisabled={Object.keys(given).length === 0}
      onConfirm={async () => {
        await correctRecipientOf({ orderId: detail.order.orderId, ...given });
        showResult(texts.addressDone);
        await onChanged();
      }}
      onClose={onClose}
    >
      {fields.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          autoComplete="off"
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
    </ConfirmDialog>
  );
}
