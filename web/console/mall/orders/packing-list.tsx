import { useState } from "react";
import type { MallOrderDetail } from "#contract/console/mall/orders.ts";
import { formatWithYear } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Modal } from "../../kit/overlay/modal.tsx";
import { showWholeRecipient, type WholeRecipient } from "./api.ts";
import { orderPageMessages } from "./messages.ts";
import * as packingCss from "./packing.module.css";

const { packing: texts } = orderPageMessages;
type PackingListProps = { detail: MallOrderDetail; mayReveal: boolean; onClose: () => void };

/**
 * Packing list of an order for print: what is to be sent now, and on request the whole recipient, which counts as a reveal
 * and is gone when the dialog closes.
 */
export function PackingList({ detail, mayReveal, onClose }: PackingListProps) {
  const { order, lines, recipient } = detail;
  const [whole, setWhole] = useState<WholeRecipient | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const reveal = async (): Promise<void> => {
    try {
      setWhole(await showWholeRecipient(order.orderId, "other"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    }
  };
  const packed = lines.filter(({ shippableQty }) => shippableQty > 0);
  const shown = packed.length > 0 ? packed : lines;
  const unitsOf = ({ shippableQty, qty }: (typeof lines)[number]): number =>
    packed.length > 0 ? shippableQty : qty;
  return (
    <Modal
      isOpen
      isWide
      title={texts.title}
      text={texts.text}
      onClose={onClose}
      footer={
        <>
          <ConsoleButton onClick={onClose}>{texts.close}</ConsoleButton>
          {recipient !== null && mayReveal && whole === null && (
            <ConsoleButton onClick={() => void reveal()}>{texts.reveal}</ConsoleButton>
          )}
          <ConsoleButton look="primary" onClick={() => print()}>
            {texts.print}
          </ConsoleButton>
        </>
      }
    >
      {fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
      <article className={packingCss.sheet} data-print-sheet>
        <header>
          <h3>{texts.title}</h3>
          <span className={packingCss.number}>{order.orderNo}</span>
        </header>
        <p>
          {texts.placed} {formatWithYear(order.createdTime)}
        </p>
        {recipient !== null && (
          <address data-private>
            {whole?.name ?? recipient.name} {whole?.mobile ?? recipient.mobile}
            <br />
            {whole?.address ?? `${recipient.division} ****`}
          </address>
        )}
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.goods}</th>
              <th scope="col">{texts.sku}</th>
              <th scope="col">{texts.qty}</th>
              <th scope="col">{texts.tick}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.lineId}>
                <th scope="row">{line.title}</th>
                <td>{line.optionValues.join(" · ") || "—"}</td>
                <td className={packingCss.number}>{unitsOf(line)}</td>
                <td>□</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {texts.total}
              </th>
              <td className={packingCss.number} colSpan={2}>
                {shown.reduce((sum, line) => sum + unitsOf(line), 0)}
              </td>
            </tr>
          </tfoot>
        </table>
        {whole !== null && whole.remark !== "" && (
          <p data-private>
            {texts.remark} {whole.remark}
          </p>
        )}
      </article>
    </Modal>
  );
}
