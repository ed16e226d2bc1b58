import type { HandOverResult, PresentedPickup } from "#contract/check-in/check-in.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { TicketIcon } from "../ui/icons/detail-icons.tsx";
import { CheckCircleIcon, WarningIcon } from "../ui/icons/common-icons.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const texts = checkInMessages.pickup;

/** Whether the desk can hand an order over: it waits, and its goods are shown to its own dealer only. */
export const canHandOver = ({ state, lines }: PresentedPickup): boolean =>
  state === "ready" && lines.length > 0;

/** State of a pick-up order in one line; `handed`: by the last press. */
function pickupStatusText(
  { state, dealerName, handedTime, lines }: PresentedPickup,
  handed: HandOverResult["result"] | null,
): string {
  if (handed === "done") return texts.done;
  if (lines.length === 0 && state === "ready") return texts.elsewhere(dealerName);
  if (state === "done") return texts.already(handedTime === null ? "" : formatMoment(handedTime));
  return state === "ready" ? texts.open : texts.over;
}

/** Scanned or typed pick-up order, as large as a ticket's result: its state and the goods to hand over. */
export function PickupResult({
  pickup,
  handed,
}: {
  pickup: PresentedPickup;
  handed: HandOverResult["result"] | null;
}) {
  const isDone = handed === "done";
  const isFine = isDone || canHandOver(pickup);
  return (
    <div className={isFine ? checkInCss.accepted : checkInCss.refused}>
      {isDone ? <CheckCircleIcon size={24} /> : isFine ? <TicketIcon size={24} /> : <WarningIcon size={24} />}
      <div className={layoutCss.grow}>
        <b className={textCss.title2}>{pickupStatusText(pickup, handed)}</b>
        {pickup.lines.map(({ title, optionValues, qty }) => (
          <p className={textCss.medium} key={`${title} ${optionValues.join(" ")}`}>
            {texts.line(title, optionValues, qty)}
          </p>
        ))}
        <p className={textCss.numeric}>{texts.order(pickup.orderNo)}</p>
      </div>
    </div>
  );
}
