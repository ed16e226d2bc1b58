import type { ListedRightsRequest, ShownRightsRequest } from "#contract/console/watch/rights-requests.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { WorkingCalendar } from "../../lead/index.ts";
import type { RequestReader, RightsRequestRow } from "./request-store.ts";
import { copyEnd, requestStateOf, workingDaysLeft } from "./rules.ts";

type View = {
  /** Names of operators by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly calendar: WorkingCalendar;
  /** ms. */
  readonly now: number;
};
const isoOrNull = (time: Date | null): string | null => time && toShanghaiIso(time);

export const presentListed = (
  row: RightsRequestRow,
  { names, calendar, now }: View,
): ListedRightsRequest => ({
  requestId: row.request_id,
  kind: row.kind,
  channel: row.channel,
  state: requestStateOf(row),
  outcome: row.outcome,
  receivedTime: toShanghaiIso(row.received_time),
  dueTime: toShanghaiIso(row.due_time),
  isOverdue: row.closed_time === null && row.due_time.getTime() <= now,
  daysLeft: workingDaysLeft(row.due_time.getTime(), now, calendar),
  takenBy: names.get(row.taken_by) ?? "",
  mobile: row.mobile === null ? null : maskMobile(row.mobile),
  closedTime: isoOrNull(row.closed_time),
});

/** Steps of a request, the first one first. */
function stepsOf(row: RightsRequestRow, names: View["names"]): ShownRightsRequest["steps"] {
  const steps: [ShownRightsRequest["steps"][number]["kind"], Date | null, string | null][] = [
    ["taken", row.taken_time, row.taken_by],
    ["identified", row.identified_time, row.identified_by],
    ["exported", row.exported_time, row.exported_by],
    ["fetched", row.fetched_time, row.fetched_by],
    ["erasureAsked", row.erasure_asked_time, row.erasure_asked_by],
    ["erased", row.erased_time, row.erasing_by],
    ["closed", row.closed_time, row.closed_by],
  ];
  return steps.flatMap(([kind, time, by]) =>
    time === null ? [] : [{ kind, time: toShanghaiIso(time), by: names.get(by ?? "") ?? null }],
  );
}

export const presentShown = (
  row: RightsRequestRow,
  { reader, ...view }: View & { readonly reader: RequestReader },
): ShownRightsRequest => ({
  ...presentListed(row, view),
  revision: row.revision,
  words: row.request_words,
  identifiedHow: row.identified_how,
  told: row.told,
  steps: stepsOf(row, view.names),
  copyUntil: isoOrNull(copyEnd(row)),
  isOwnErasure: row.erasure_asked_by === reader.operatorId,
});
