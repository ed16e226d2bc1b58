import {
  listKocApplications,
  MAX_DECIDED_APPLICATIONS,
  reviewKocApplications,
  showKocApplication,
  type KocListRow,
  type KocReviewArgs,
  type KocReviewState,
} from "#contract/console/koc/applications.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import { publicNickname } from "#contract/session/default-nickname.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { listCredits, maskName } from "../../share/index.ts";
import { kocMessages } from "../messages.ts";
import { decideKocApplication, lockPrograms } from "../store.ts";
import {
  findKocRow,
  kocSorts,
  listKocRows,
  listSelectedKocs,
  type ConsoleKocRow,
  type SelectedKoc,
} from "./list-store.ts";

const { console: messages } = kocMessages;
const states: Readonly<Record<ConsoleKocRow["status"], KocReviewState>> = {
  1: "waiting",
  2: "accepted",
  3: "declined",
};

const presentKoc = (row: ConsoleKocRow): KocListRow => ({
  kocId: row.row_id,
  activityId: row.activity_id,
  activityTitle: row.title,
  nickname: publicNickname(row.nickname),
  mobile: row.mobile === null ? null : maskMobile(row.mobile),
  helpers: row.helpers,
  goal: row.goal,
  appliedTime: toShanghaiIso(row.applied_time),
  state: states[row.status],
  reason: row.reason,
  reviewedTime: row.reviewed_time && toShanghaiIso(row.reviewed_time),
  placesLeft: row.places_left,
});

/** Reads the selected applications. @throws Refusal "notFound", or "listChanged" if a filter finds another number by then */
async function selectKocs(
  db: Database,
  caller: OperatorCaller,
  selection: KocReviewArgs["selection"],
): Promise<SelectedKoc[]> {
  const scopes = requireScopes(caller, "koc.review");
  const rows = await listSelectedKocs(db, scopes, selection, MAX_DECIDED_APPLICATIONS + 1);
  if ("filter" in selection && rows.length !== selection.count) throw new Refusal("listChanged");
  if (rows.length === 0) throw new Refusal("notFound", { message: messages.gone });
  return rows;
}

type Undecided = { kocId: string; nickname: string; cause: "noPlace" | "decided" };
/** Decides the selected applications in one transaction. @throws Refusal "stateChanged" if none could be decided */
async function decideSelected(
  transaction: Database,
  caller: OperatorCaller,
  { selection, decision }: KocReviewArgs,
  now: Date,
): Promise<{ decided: number; undecided: Undecided[] }> {
  const rows = await selectKocs(transaction, caller, selection);
  // Locked in one order, so that two operators do not wait for each other.
  await lockPrograms(transaction, [...new Set(rows.map(({ activity_id }) => activity_id))]);
  const undecided: Undecided[] = [];
  for (const { activity_id, user_id, row_id, nickname } of rows) {
    const verdict = {
      activityId: activity_id,
      userId: user_id,
      ...(decision.kind === "accept"
        ? { status: 2 as const, reason: null }
        : { status: 3 as const, reason: trimmed(decision.reason) }),
    };
    const result = await decideKocApplication(transaction, verdict, operatorAuditActor(caller), now);
    if (result !== "done")
      undecided.push({
        kocId: row_id,
        nickname: publicNickname(nickname),
        cause: result === "noPlace" ? "noPlace" : "decided",
      });
  }
  const decided = rows.length - undecided.length;
  if (decided === 0)
    throw new Refusal("stateChanged", {
      message: undecided.some(({ cause }) => cause === "noPlace") ? messages.noPlace : messages.decided,
    });
  return { decided, undecided };
}

/** Registers the console's calls about KOC applications (requirement CO65). */
export function registerKocConsoleCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listKocApplications, async (args, caller) => {
    const scopes = requireScopes(caller, "koc.read");
    const page = listQuery(args, kocSorts, clock.now());
    return readForOperator(db, async (reading) => {
      const { rows, counted } = await listKocRows(reading, scopes, args.filter, page);
      return page.toPage(rows, counted, presentKoc);
    });
  });
  calls.on(showKocApplication, async ({ kocId }, caller) => {
    const row = await findKocRow(db, requireScopes(caller, "koc.read"), kocId);
    if (row === null) throw new Refusal("notFound", { message: messages.gone });
    const credits = await listCredits(db, row.user_id, row.activity_id);
    return {
      application: presentKoc(row),
      evidence: credits.map(({ kind, name, time }) => ({
        kind,
        name: maskName(name),
        time: toShanghaiIso(time),
      })),
    };
  });
  calls.on(reviewKocApplications, async (args, caller) =>
    db
      .transaction()
      .execute((transaction) => decideSelected(transaction, caller, args, new Date(clock.now()))),
  );
}
