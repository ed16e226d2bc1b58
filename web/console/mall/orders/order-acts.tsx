import { useState } from "react";
import type { MallOrderDetail } from "#contract/console/mall/orders.ts";
import { isBlank } from "#contract/core/text.ts";
import { expressCarriers } from "#contract/order/carriers.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { NumberInput, TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { addOrderNote, closeWholeOrder, changeParcelNumber, shipOrder } from "./api.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { orderPageMessages } from "./messages.ts";
import { PackingList } from "./packing-list.tsx";

const { acts: texts } = orderPageMessages;
const carrierOptions = Object.entries(expressCarriers).map(([value, { name }]) => ({ value, label: name }));
const TRACKING = /^[A-Za-z0-9-]{6,32}$/;

export type OrderActProps = { detail: MallOrderDetail; onChanged: () => Promise<void> };
type DialogProps = OrderActProps & { onClose: () => void };
type ParcelNumber = { carrier: string; trackingNo: string };

/** Carrier and number of a parcel. */
function ParcelFields({ value, onChange }: { value: ParcelNumber; onChange: (value: ParcelNumber) => void }) {
  const isWrong = value.trackingNo !== "" && !TRACKING.test(value.trackingNo);
  return (
    <>
      <SelectInput
        label={texts.carrier}
        isRequired
        options={carrierOptions}
        value={value.carrier}
        onChange={(carrier) => onChange({ ...value, carrier })}
      />
      <TextInput
        label={texts.trackingNo}
        isRequired
        autoComplete="off"
        spellCheck={false}
        value={value.trackingNo}
        onChange={(text) => onChange({ ...value, trackingNo: text.trim() })}
        {...(isWrong && { error: texts.trackingFault })}
      />
    </>
  );
}
const isComplete = ({ carrier, trackingNo }: ParcelNumber): boolean =>
  carrier !== "" && TRACKING.test(trackingNo);

function ShipDialog({ detail, onChanged, onClose }: DialogProps) {
  const lines = detail.lines.filter(({ shippableQty }) => shippableQty > 0);
  const [number, setNumber] = useState<ParcelNumber>({ carrier: "", trackingNo: "" });
  const [units, setUnits] = useState<Readonly<Record<string, number | null>>>({});
  const chosen = lines.map(({ lineId, shippableQty }) => ({
    lineId,
    most: shippableQty,
    qty: units[lineId] === undefined ? shippableQty : (units[lineId] ?? 0),
  }));
  const isFit = chosen.every(({ qty, most }) => Number.isInteger(qty) && qty >= 0 && qty <= most);
  return (
    <ConfirmDialog
      isOpen
      title={texts.shipTitle}
      text={texts.shipText}
      confirm={texts.ship}
      isDisabled={!isComplete(number) || !isFit || chosen.every(({ qty }) => qty === 0)}
      onConfirm={async () => {
        const sent = chosen.filter(({ qty }) => qty > 0).map(({ lineId, qty }) => ({ lineId, qty }));
        const { isAgain } = await shipOrder({ orderId: detail.order.orderId, ...number, units: sent });
        showResult(isAgain ? texts.shippedBefore : texts.shipped);
        await onChanged();
      }}
      onClose={onClose}
    >
      <ParcelFields value={number} onChange={setNumber} />
      {lines.map(({ lineId, title, optionValues, shippableQty }) => (
        <NumberInput
          key={lineId}
          label={texts.units([title, ...optionValues].join(" "), shippableQty)}
          value={units[lineId] === undefined ? shippableQty : (units[lineId] ?? null)}
          onChange={(qty) => setUnits({ ...units, [lineId]: qty })}
        />
      ))}
    </ConfirmDialog>
  );
}

/** Correction of a parcel's number, once. */
export function CorrectDialog({
  shipmentId,
  onChanged,
  onClose,
}: {
  shipmentId: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const [number, setNumber] = useState<ParcelNumber>({ carrier: "", trackingNo: "" });
  return (
    <ConfirmDialog
      isOpen
      title={texts.correctTitle}
      text={texts.correctText}
      confirm={texts.correct}
      isDisabled={!isComplete(number)}
      onConfirm={async () => {
        await changeParcelNumber({ shipmentId, ...number });
        showResult(texts.corrected);
        await onChanged();
      }}
      onClose={onClose}
    >
      <ParcelFields value={number} onChange={setNumber} />
    </ConfirmDialog>
  );
}

function NoteDialog({ detail, onChanged, onClose }: DialogProps) {
  const [text, setText] = useState("");
  return (
    <ConfirmDialog
      isOpen
      title={texts.noteTitle}
      text={texts.noteText}
      confirm={texts.note}
      isDisabled={isBlank(text) || text.length > 500}
      onConfirm={async () => {
        await addOrderNote(detail.order.orderId, text);
        showResult(texts.noted);
        await onChanged();
      }}
      onClose={onClose}
    >
      <TextAreaInput label={texts.noteLabel} value={text} onChange={setText} />
    </ConfirmDialog>
  );
}

function CloseDialog({ detail, onChanged, onClose }: DialogProps) {
  const { order, paidFen } = detail;
  const isPaid = order.state !== "pending";
  const left = paidFen - order.refundedFen;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={texts.closeTitle}
      text={isPaid ? texts.closePaid(yuanSign(left)) : texts.closeUnpaid}
      typed={{ label: texts.typed, text: order.orderNo }}
      confirm={isPaid ? texts.refundAll : texts.close}
      onConfirm={async () => {
        const { state, refundFen } = await closeWholeOrder(order.orderId);
        if (refundFen > 0) showResult(texts.refunding(yuanSign(refundFen)));
        else showResult(state === "closing" ? texts.closing : texts.closed);
        await onChanged();
      }}
      onClose={onClose}
    />
  );
}

function PackingDialog({ detail, onClose }: DialogProps) {
  const mayReveal = useMay("person.reveal", "one");
  return <PackingList detail={detail} mayReveal={mayReveal} onClose={onClose} />;
}

const dialogs = {
  ship: ShipDialog,
  note: NoteDialog,
  close: CloseDialog,
  address: AddressDialog,
  packing: PackingDialog,
};

/** Acts on an order, as far as its state and the rights allow them. */
export function OrderActs(props: OrderActProps) {
  const { can, order } = props.detail;
  const canShip = useMay("mall.ship");
  const canNote = useMay("mall.read", "one");
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Dialog = open === null ? null : dialogs[open];
  return (
    <>
      {canNote && <ConsoleButton onClick={() => setOpen("note")}>{texts.note}</ConsoleButton>}
      {canShip && order.delivery === "express" && (can.ship || can.address) && (
        <ConsoleButton onClick={() => setOpen("packing")}>{texts.packing}</ConsoleButton>
      )}
      {canShip && can.address && (
        <ConsoleButton onClick={() => setOpen("address")}>{texts.address}</ConsoleButton>
      )}
      {canShip && can.close && (
        <ConsoleButton look="dangerOutline" onClick={() => setOpen("close")}>
          {order.state === "pending" ? texts.close : texts.refundAll}
        </ConsoleButton>
      )}
      {canShip && can.ship && (
        <ConsoleButton look="primary" onClick={() => setOpen("ship")}>
          {texts.ship}
        </ConsoleButton>
      )}
      {Dialog && <Dialog {...props} onClose={() => setOpen(null)} />}
    </>
  );
}
