import { useQuery } from "@tanstack/react-query";
import type { GuestStep } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Timeline, type TimelineEntry } from "../kit/display/timeline.tsx";
import { guestKeys, loadVisits } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { steps: texts } = guestPageMessages;

function titleOf({ kind, toStartTime, text = "" }: GuestStep): string {
  switch (kind) {
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

function entryOf(step: GuestStep): TimelineEntry {
  const tone = tones[step.kind];
  return {
    key: `${step.kind} ${step.time} ${step.text ?? ""}`,
    title: titleOf(step),
    detail: detailOf(step),
    time: step.time,
    ...(tone && { tone }),
  };
}

/** History of a guest, the latest first; the visits before the sign-up come when they are counted. */
export function GuestSteps({ signUpId, steps }: { signUpId: string; steps: readonly GuestStep[] }) {
  const { data } = useQuery({
    queryKey: guestKeys.visits(signUpId),
    queryFn: () => loadVisits(signUpId),
    staleTime: 300_000,
    retry: false,
  });
  const visits: TimelineEntry[] =
    data === undefined || data.count === null || data.firstTime === null
      ? []
      : [{ key: "visited", title: texts.visited(data.count), time: data.firstTime }];
  return <Timeline entries={[...steps.map(entryOf), ...visits]} />;
}
