import type { GuestStep } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Timeline, type TimelineEntry } from "../kit/display/timeline.tsx";
import { guestPageMessages } from "./messages.ts";

const { steps: texts } = guestPageMessages;

function titleOf({ kind, toStartTime, text = "", count = 0 }: GuestStep): string {
  switch (kind) {
    case "visited":
      return texts.visited(count);
    case "moved":
      return texts.moved(toStartTime === undefined ? "" : formatDateTime(toStartTime));
    case "coupon":
      return texts.coupon(text);
    case "couponUsed":
      return texts.couponUsed(text);
    default:
      return texts[kind];
  }
}
function detailOf({ kind, fromStartTime, text, isByOperator }: GuestStep): string | null {
  const parts = [
    kind === "moved" && fromStartTime !== undefined ? texts.movedFrom(formatDateTime(fromStartTime)) : null,
    kind === "checkedIn" && text !== undefined ? texts.by(text) : null,
    isByOperator === true ? texts.byOperator : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}
const tones: Partial<Record<GuestStep["kind"], "ok" | "warn" | "error">> = {
  signedUp: "ok",
  added: "ok",
  seated: "ok",
  moved: "ok",
  checkedIn: "ok",
  coupon: "ok",
  couponUsed: "ok",
  waited: "warn",
  offered: "warn",
  cancelled: "error",
  cancelledForGuest: "error",
};

/** History of a guest, the latest first. */
export const GuestSteps = ({ steps }: { steps: readonly GuestStep[] }) => (
  <Timeline
    entries={steps.map((step): TimelineEntry => {
      const tone = tones[step.kind];
      return {
        key: `${step.kind} ${step.time} ${step.text ?? ""}`,
        title: titleOf(step),
        detail: detailOf(step),
        time: step.time,
        ...(tone && { tone }),
      };
    })}
  />
);
