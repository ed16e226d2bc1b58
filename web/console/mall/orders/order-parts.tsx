import { useEffect, useState } from "react";
import { REVEAL_SECONDS } from "#contract/console/person-shapes.ts";
import type { MallOrderDetail } from "#contract/console/mall/orders.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import type { ShipmentState } from "#contract/order/order-state.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import { FactList } from "../../kit/display/fact-list.tsx";
import { RevealButton } from "../../kit/display/reveal-button.tsx";
import { Timeline } from "../../kit/display/timeline.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useMay } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { showWholeRecipient, type WholeRecipient } from "./api.ts";
import { CorrectDialog, type OrderActProps } from "./order-acts.tsx";
import * as ordersCss from "./orders.module.css";
import { orderPageMessages } from "./messages.ts";

const { order: texts, acts, parcelStates, caseStates, caseKinds } = orderPageMessages;
type PartProps = { detail: MallOrderDetail };

/** Recipient of an order, masked; a reveal shows name, number and address for a minute. */
export function Recipient({ detail: { order, recipient, hasRemark } }: PartProps) {
  const canReveal = useMay("person.reveal", "one");
  const [revealed, setRevealed] = useState<WholeRecipient | null>(null);
  useEffect(() => {
    if (revealed === null) return undefined;
    const end = setTimeout(() => setRevealed(null), REVEAL_SECONDS * 1000);
    return () => clearTimeout(end);
  }, [revealed]);
  if (recipient === null)
    return (
      <Panel title={texts.recipient}>
        {order.dealerName === null ? (
          texts.noRecipient
        ) : (
          <FactList facts={[[texts.dealer, order.dealerName]]} />
        )}
      </Panel>
    );
  const remark = revealed === null ? texts.hasRemark : revealed.remark;
  return (
    <Panel title={texts.recipient}>
      <FactList
        facts={[
          [
            texts.name,
            <span key="name" data-private>
              {revealed?.name ?? recipient.name}
            </span>,
          ],
          [
            texts.mobile,
            <RevealButton
              key="mobile"
              masked={recipient.mobile}
              isAllowed={canReveal}
              onReveal={async (purpose) => {
                const found = await showWholeRecipient(order.orderId, purpose);
                setRevealed(found);
                return found.mobile;
              }}
            />,
          ],
          [
            texts.address,
            <span key="address" data-private>
              {revealed?.address ?? texts.hiddenAddress(recipient.division)}
            </span>,
          ],
          [
            texts.remark,
            hasRemark ? (
              <span key="remark" data-private>
                {remark}
              </span>
            ) : null,
          ],
        ]}
      />
    </Panel>
  );
}

const parcelTones: Readonly<Record<ShipmentState, Tone>> = {
  sent: "info",
  moving: "info",
  signed: "ok",
  problem: "error",
  returned: "error",
};

/** Parcels of an order with their tracks. */
export function OrderParcels({ detail, onChanged }: OrderActProps) {
  const canShip = useMay("mall.ship");
  const [correcting, setCorrecting] = useState<string | null>(null);
  const { parcels, can } = detail;
  if (detail.order.delivery === "pickup") return null;
  return (
    <Panel title={texts.parcel(parcels.length)}>
      {parcels.length === 0 && <p className={utilityCss.secondary}>{texts.noParcel}</p>}
      {parcels.map(({ shipmentId, carrierName, trackingNo, state, units, nodes, isCorrected }) => (
        <div key={shipmentId} className={ordersCss.parcel}>
          <div className={ordersCss.parcelHead}>
            <span>
              {carrierName} <span className={utilityCss.number}>{trackingNo}</span>
            </span>
            <Badge tone={parcelTones[state]}>{parcelStates[state]}</Badge>
          </div>
          <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
            {units.map(({ title, qty }) => texts.unitsOf(title, qty)).join("，")}
          </p>
          {nodes.length === 0 ? (
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.noTrack}</p>
          ) : (
            <Timeline
              entries={nodes.map(({ time, text }, at) => ({ key: `${time} ${at}`, title: text, time }))}
            />
          )}
          {canShip && can.correct && !isCorrected && (
            <ConsoleButton isSmall onClick={() => setCorrecting(shipmentId)}>
              {acts.correct}
            </ConsoleButton>
          )}
        </div>
      ))}
      {correcting !== null && (
        <CorrectDialog shipmentId={correcting} onChanged={onChanged} onClose={() => setCorrecting(null)} />
      )}
    </Panel>
  );
}

/** Cases of after-sales of an order. */
export const OrderCases = ({ detail: { cases } }: PartProps) =>
  cases.length === 0 ? null : (
    <Panel title={texts.cases}>
      <FactList
        facts={cases.map(({ caseNo, state, kind, refundFen }) => [
          caseKinds[kind],
          <span key={caseNo}>
            {caseStates[state]} · {yuanSign(refundFen)}{" "}
            <small className={`${utilityCss.number} ${utilityCss.secondary}`}>{caseNo}</small>
          </span>,
        ])}
      />
    </Panel>
  );

/** Notes of operators about an order. */
export const OrderNotes = ({ detail: { notes } }: PartProps) => (
  <Panel title={texts.notes}>
    {notes.length === 0 ? (
      <p className={utilityCss.secondary}>{texts.noNotes}</p>
    ) : (
      <ul className={ordersCss.notes}>
        {notes.map(({ noteId, text, by, time }) => (
          <li key={noteId}>
            <span data-private>{text}</span>
            <small>
              {by} · {formatDateTime(time)}
            </small>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
