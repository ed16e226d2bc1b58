import { OWNER_REVIEW_TIME, type OwnerReviewState, type OwnerRow } from "#contract/console/club/owners.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { maskVin } from "#contract/owner/vin.ts";
import { publicNickname } from "#contract/session/default-nickname.ts";
import { hasRight, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import { maskName } from "../../share/index.ts";
import { ownerMessages } from "../messages.ts";
import type { ListedOwnerRow } from "./list-store.ts";

const states: Readonly<Record<ListedOwnerRow["status"], OwnerReviewState>> = {
  1: "review",
  2: "accepted",
  3: "declined",
};
const orNull = (time: Date | null): string | null => time && toShanghaiIso(time);

/**
 * Turns rows into those of the console, for a caller.
 * @param operators names of operators by id
 * @param now ms
 */
export function ownerPresenter(
  caller: OperatorCaller,
  operators: ReadonlyMap<string, string>,
  now: number,
): (row: ListedOwnerRow) => OwnerRow {
  const isNameShown = hasRight(requireOperator(caller), "person.name");
  return (row) => {
    const name = publicNickname(row.nickname);
    const due = row.created_time.getTime() + OWNER_REVIEW_TIME;
    return {
      applicationId: row.application_id,
      name: isNameShown ? name : maskName(name),
      mobile: maskMobile(row.mobile),
      vin: maskVin(row.vin),
      seriesName: row.series_name,
      state: states[row.status],
      reason: row.reason,
      createdTime: toShanghaiIso(row.created_time),
      dueTime: toShanghaiIso(new Date(due)),
      isOverdue: row.status === 1 && due <= now,
      decidedTime: orNull(row.decided_time),
      decidedBy:
        row.reviewed_by === null ? null : (operators.get(row.reviewed_by) ?? ownerMessages.console.colleague),
      answer: row.answer,
      answerCause: row.answer_cause,
      answeredTime: orNull(row.answered_time),
      tries: row.tries,
      nextTime: row.status === 1 ? orNull(row.due_time) : null,
      hasPicture: row.picture_id !== null,
    };
  };
}
