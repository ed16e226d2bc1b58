import {
  decideComplaints,
  listComplaints,
  MAX_DECIDED_COMPLAINTS,
  showComplaint,
  undoComplaintDecisions,
  type ComplaintDecisions,
} from "#contract/console/club/complaints.ts";
import type { ComplaintKind } from "#contract/club/complaints.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { decideTarget, isDecisionAllowed, type OperatorDecision } from "../moderation/decide.ts";
import { undoDecisions } from "../moderation/undo.ts";
import {
  complaintSorts,
  findComplaintRow,
  listComplaintRows,
  listPastDecisions,
  listSelectedComplaints,
} from "./complaint-list-store.ts";
import { presentComplaintRows, presentComplaintDetail } from "./complaint-presenter.ts";
import type { ClubConsolePorts } from "./ports.ts";
import { namesFor } from "./present.ts";

const { console: messages } = clubMessages;
/** Parts that the console's calls about the club share. */
export type ClubConsole = {
  readonly context: AppContext;
  readonly club: ClubContext;
  readonly stream: ArticleStream;
  readonly ports: ClubConsolePorts;
};
type DecideArgs = ParsedOperatorArgs<typeof decideComplaints>;
type Selected = { readonly complaintId: string; readonly newestId: string };

/** Splits the id of a complaint. */
export const targetOf = (complaintId: string): { kind: ComplaintKind; targetId: string } => {
  const [kind = "", targetId = ""] = complaintId.split("/");
  return { kind: kind as ComplaintKind, targetId };
};

/** The deciding operator, for a decision. */
export function decidedBy(caller: OperatorCaller, now: number) {
  const { operatorId, name } = requireOperator(caller);
  return { operatorId, by: name, actor: operatorAuditActor(caller), now: new Date(now) };
}

/** @throws Refusal "invalid" without the reason or days that a decision needs */
function requireReason({ decision, reason, days }: DecideArgs): void {
  if (decision !== "reject" && reason === undefined)
    throw new Refusal("invalid", { fields: { reason: messages.needsReason } });
  if (decision === "bar" && days === undefined)
    throw new Refusal("invalid", { fields: { days: messages.needsDays } });
}

/** The selected complaints. @throws Refusal "listChanged" if a filter finds another number by then */
async function selectComplaints(
  { context: { db, clock } }: ClubConsole,
  selection: DecideArgs["selection"],
): Promise<readonly Selected[]> {
  if ("items" in selection) return selection.items;
  const found = await listSelectedComplaints(db, selection.filter, clock.now(), MAX_DECIDED_COMPLAINTS + 1);
  if (found.length !== selection.count) throw new Refusal("listChanged");
  return found;
}

/** Decides one complaint. @returns its decision, or the cause for which it was left */
async function decideOne(
  { club, context: { db } }: ClubConsole,
  { complaintId, newestId }: Selected,
  decided: Omit<OperatorDecision, "kind" | "targetId" | "newestId">,
): Promise<{ decisionId: string } | ComplaintDecisions["undecided"][number]["cause"]> {
  const target = targetOf(complaintId);
  if (!isDecisionAllowed(target.kind, decided.decision)) return "notAllowed";
  try {
    return await db
      .transaction()
      .execute((transaction) => decideTarget(club, transaction, { ...decided, ...target, newestId }));
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "notFound") return "gone";
    throw error;
  }
}

/** Why nothing was decided: who was first, and how they have decided. */
async function causeOf(
  { context: { db } }: ClubConsole,
  { complaintId, cause }: ComplaintDecisions["undecided"][number],
): Promise<string> {
  if (cause === "gone") return messages.gone;
  if (cause === "notAllowed") return clubMessages.decisionNotAllowed;
  const row = await findComplaintRow(db, complaintId, true);
  if (row?.decided_by === undefined || row.decided_by === null || row.decision === null)
    return clubMessages.decidedMeanwhile;
  return messages.decided(row.decided_by, messages.decisions[row.decision]);
}

async function decideSelected(
  parts: ClubConsole,
  args: DecideArgs,
  caller: OperatorCaller,
): Promise<ComplaintDecisions> {
  requireReason(args);
  const { decision, reason = null, days = null, isAgain } = args;
  const operator = decidedBy(caller, parts.context.clock.now());
  const result: ComplaintDecisions = { decided: [], undecided: [] };
  for (const selected of await selectComplaints(parts, args.selection)) {
    const { complaintId } = selected;
    const made = await decideOne(parts, selected, { ...operator, decision, reason, days, isAgain });
    if (typeof made === "string") result.undecided.push({ complaintId, cause: made });
    else result.decided.push({ complaintId, decisionId: made.decisionId });
  }
  const [first] = result.undecided;
  if (result.decided.length === 0 && first)
    throw new Refusal(first.cause === "gone" ? "notFound" : "stateChanged", {
      message: await causeOf(parts, first),
    });
  parts.stream.refresh();
  return result;
}

/** Calls about complaints, decided the same way as by a complaint link (requirement CO73). */
export function complaintConsoleCalls(calls: OperatorRouter, parts: ClubConsole): void {
  const { club, ports, stream } = parts;
  const { db, clock } = parts.context;
  calls.on(listComplaints, async (args, caller) => {
    requireScopes(caller, "club.read");
    const page = listQuery(args, complaintSorts, clock.now());
    const { rows, counted } = await readForOperator(db, (reading) =>
      listComplaintRows(reading, args.filter, clock.now(), page),
    );
    const isDecided = args.filter.state === "decided";
    const shown = await presentComplaintRows(club, rows, {
      isDecided,
      names: namesFor(caller),
      now: clock.now(),
    });
    const { rows: ofPage, ...rest } = page.toPage(rows, counted, ({ row_id }) => shown.get(row_id));
    return { ...rest, rows: ofPage.filter((row) => row !== undefined) };
  });
  calls.on(showComplaint, async ({ complaintId, isDecided }, caller) => {
    requireScopes(caller, "club.read");
    const row = await findComplaintRow(db, complaintId, isDecided);
    if (row === null) throw new Refusal("notFound", { message: messages.gone });
    const decisions = await listPastDecisions(db, complaintId);
    const options = { isDecided, names: namesFor(caller), now: clock.now() };
    return presentComplaintDetail({ club, db, ports }, row, decisions, options);
  });
  calls.on(decideComplaints, (args, caller) => {
    requireScopes(caller, "club.decide");
    return decideSelected(parts, args, caller);
  });
  calls.on(undoComplaintDecisions, async ({ decisionIds }, caller) => {
    requireScopes(caller, "club.decide");
    const { operatorId, actor, now } = decidedBy(caller, clock.now());
    const nameOf = async (id: string | null): Promise<string> =>
      id === null ? messages.link : ((await ports.operatorNames([id])).get(id) ?? messages.colleague);
    const undone = await undoDecisions(db, decisionIds, { operatorId, actor, now }, nameOf);
    if (undone === 0) throw new Refusal("stateChanged", { message: messages.undoLate });
    stream.refresh();
    return { undone, left: new Set(decisionIds).size - undone };
  });
}
