import {
  barClubMember,
  findClubMember,
  liftClubBar,
  listBarredMembers,
  showClubMember,
  type BarredRow,
} from "#contract/console/club/members.ts";
import type { ClubRecord } from "#contract/console/club/shapes.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { MAX_ID } from "../cursors.ts";
import { clubMessages } from "../messages.ts";
import { decideTarget, type OperatorDecision } from "../moderation/decide.ts";
import { memberNotFound } from "../refusals.ts";
import { authorOf } from "../rules.ts";
import { barSorts, listBarredRows, type BarredMemberRow } from "./bar-store.ts";
import { decidedBy, type ClubConsole } from "./complaint-routes.ts";
import { namesFor, presentRecord, type NamesFor } from "./present.ts";
import { findClubRecord } from "./record-store.ts";

const { console: messages } = clubMessages;

const presentBar = (
  row: BarredMemberRow,
  names: NamesFor,
  operators: ReadonlyMap<string, string>,
): BarredRow => ({
  person: names.person(authorOf(row), true),
  since: row.barred_time.toISOString(),
  until: row.barred_until && toShanghaiIso(row.barred_until),
  reason: row.barred_reason,
  by: row.barred_by === null ? null : (operators.get(row.barred_by) ?? messages.colleague),
  bars: row.bars,
});

/** The record of a member as the caller may see it. @throws Refusal "notFound" */
async function recordFor(
  { context: { db, clock }, ports }: ClubConsole,
  memberId: string,
  caller: OperatorCaller,
): Promise<ClubRecord> {
  const row = await findClubRecord(db, memberId, new Date(clock.now()));
  if (row === null) throw memberNotFound();
  const operators = await ports.operatorNames(row.barred_by === null ? [] : [row.barred_by]);
  return presentRecord(row, namesFor(caller), operators);
}

/** Bars a member, or lifts the bar that the operator saw. @throws Refusal "notFound", "stateChanged" */
async function changeBar(
  { context: { db, clock }, club }: ClubConsole,
  caller: OperatorCaller,
  memberId: string,
  basedOn: string | null,
  change: Pick<OperatorDecision, "decision" | "reason" | "days">,
): Promise<void> {
  const decided = await db.transaction().execute((transaction) =>
    decideTarget(
      club,
      transaction,
      {
        ...decidedBy(caller, clock.now()),
        ...change,
        kind: "member",
        targetId: memberId,
        newestId: MAX_ID,
        isAgain: false,
      },
      {
        needsComplaints: false,
        isAsSeen: ({ isErased, state: { bar } }) => {
          const isOver =
            bar?.until !== undefined && bar.until !== null && Date.parse(bar.until) <= clock.now();
          return !isErased && (isOver ? null : (bar?.since ?? null)) === basedOn;
        },
      },
    ),
  );
  if (decided === "gone") throw memberNotFound();
  if (decided === "decided") throw new Refusal("stateChanged", { message: messages.barChanged });
}

/** Calls about members: their records, and bars from writing. */
export function memberConsoleCalls(calls: OperatorRouter, parts: ClubConsole): void {
  const { ports } = parts;
  const { db, clock } = parts.context;
  calls.on(listBarredMembers, async (args, caller) => {
    requireScopes(caller, "club.read");
    const page = listQuery(args, barSorts, clock.now());
    const { rows, counted } = await readForOperator(db, (reading) =>
      listBarredRows(reading, args.filter, new Date(clock.now()), page),
    );
    const operators = await ports.operatorNames(rows.flatMap(({ barred_by }) => barred_by ?? []));
    return page.toPage(rows, counted, (row) => presentBar(row, namesFor(caller), operators));
  });
  calls.on(showClubMember, async ({ memberId }, caller) => {
    requireScopes(caller, "club.read");
    return { record: await recordFor(parts, memberId, caller) };
  });
  calls.on(findClubMember, async ({ mobile }, caller) => {
    requireScopes(caller, "club.read", "one");
    const user = await ports.findUserByMobile(db, mobile);
    const memberId = user && (await parts.club.members.findId(user.userId));
    return { record: memberId === null ? null : await recordFor(parts, memberId, caller) };
  });
  calls.on(barClubMember, async ({ memberId, days, reason, basedOn }, caller) => {
    requireScopes(caller, "club.decide");
    await changeBar(parts, caller, memberId, basedOn, { decision: "bar", reason, days });
    return { record: await recordFor(parts, memberId, caller) };
  });
  calls.on(liftClubBar, async ({ memberId, basedOn }, caller) => {
    requireScopes(caller, "club.decide");
    await changeBar(parts, caller, memberId, basedOn, { decision: "unbar", reason: null, days: null });
    return { record: await recordFor(parts, memberId, caller) };
  });
}
