import { listHiddenClubContent, showClubContent, type HiddenRow } from "#contract/console/club/complaints.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { MAX_ID } from "../cursors.ts";
import { clubMessages } from "../messages.ts";
import { decideTarget } from "../moderation/decide.ts";
import { authorOf } from "../rules.ts";
import { excerptOf } from "../text/rich-text.ts";
import { decidedBy, targetOf, type ClubConsole } from "./complaint-routes.ts";
import { hiddenSorts, listHiddenRows, type ListedHiddenRow } from "./hidden-list-store.ts";
import { namesFor, type NamesFor } from "./present.ts";

const { console: messages } = clubMessages;

const presentHidden = (
  row: ListedHiddenRow,
  names: NamesFor,
  operators: ReadonlyMap<string, string>,
): HiddenRow => ({
  complaintId: row.row_id,
  kind: row.kind,
  excerpt: row.title || excerptOf(row.content, 60),
  pictures: row.pictures,
  person: names.person(authorOf(row), row.is_barred),
  group: { groupId: row.group_id, name: row.group_name },
  by: row.hidden_by ?? "operators",
  operator:
    row.operator_id === null ? row.decided_by : (operators.get(row.operator_id) ?? messages.colleague),
  reason: row.reason,
  explanation: row.explanation ?? "",
  hiddenTime: toShanghaiIso(row.hidden_time),
  isReview: row.is_review,
});

/** Calls about hidden content: by whom, why, and to show it again. */
export function hiddenConsoleCalls(
  calls: OperatorRouter,
  { context, club, stream, ports }: ClubConsole,
): void {
  const { db, clock } = context;
  calls.on(listHiddenClubContent, async (args, caller) => {
    requireScopes(caller, "club.read");
    const page = listQuery(args, hiddenSorts, clock.now());
    const now = new Date(clock.now());
    const { rows, counted } = await readForOperator(db, (reading) =>
      listHiddenRows(reading, args.filter, now, page),
    );
    const operators = await ports.operatorNames(rows.flatMap(({ operator_id }) => operator_id ?? []));
    return page.toPage(rows, counted, (row) => presentHidden(row, namesFor(caller), operators));
  });
  calls.on(showClubContent, async ({ items }, caller) => {
    requireScopes(caller, "club.decide");
    const operator = decidedBy(caller, clock.now());
    const decisionIds: string[] = [];
    for (const complaintId of new Set(items)) {
      const target = targetOf(complaintId);
      const shown = await db.transaction().execute((transaction) =>
        decideTarget(
          club,
          transaction,
          {
            ...operator,
            ...target,
            newestId: MAX_ID,
            decision: "reject",
            reason: null,
            days: null,
            isAgain: false,
          },
          {
            needsComplaints: false,
            isAsSeen: ({ state }) =>
              state.status === 2 && target.kind !== "group" && target.kind !== "member",
          },
        ),
      );
      if (typeof shown !== "string") decisionIds.push(shown.decisionId);
    }
    if (decisionIds.length === 0) throw new Refusal("stateChanged", { message: messages.notHidden });
    stream.refresh();
    return { shown: decisionIds.length, left: new Set(items).size - decisionIds.length, decisionIds };
  });
}
