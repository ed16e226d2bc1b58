import {
  addLeadNote,
  agreeLeadCall,
  clearLeadResult,
  recordLeadResult,
  revealLeadMobile,
  showLeadDetail,
  type LeadDetail,
} from "#contract/console/leads.ts";
import { REVEAL_SECONDS } from "#contract/console/person-shapes.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { recordReveal } from "../../database/shared-tables/person-reveals.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { isAgreeable } from "../desk/rules.ts";
import { insertReveal, leadDeskStore, type DeskAction, type LeadReach } from "../desk/store.ts";
import { leadMessages } from "../messages.ts";
import { findLeadActivity, findLeadRows } from "./lead-list-store.ts";
import { leadView, presentLeadDetail } from "./presenting.ts";
import type { LeadConsolePorts } from "./ports.ts";

const leadNotFound = (): Refusal => new Refusal("notFound", { message: leadMessages.console.gone });
const changedSince = (): Refusal =>
  new Refusal("stateChanged", { message: leadMessages.console.changedSince });

/** Reads and steps that the calls about one lead share. */
function leadSteps(context: AppContext, ports: LeadConsolePorts) {
  const { db, clock } = context;
  const store = leadDeskStore(db);
  /** The lead's activity in the caller's scopes, in place of a staff link. @throws Refusal "notFound" */
  async function reachOf(
    caller: OperatorCaller,
    right: OperatorRight,
    leadId: string,
  ): Promise<LeadReach & { readonly scopes: readonly GrantScope[] }> {
    const scopes = requireScopes(caller, right, "one");
    const found = await findLeadActivity(db, scopes, leadId);
    if (found === null) throw leadNotFound();
    const { operatorId } = requireOperator(caller);
    return {
      activity_id: found.activity_id,
      dealer_id: null,
      link_id: null,
      operator_id: operatorId,
      scopes,
    };
  }
  return {
    db,
    clock,
    store,
    reachOf,
    /** Author of a change. */
    actionOf: (caller: OperatorCaller): DeskAction => ({
      by: requireOperator(caller).name,
      actor: operatorAuditActor(caller),
      now: new Date(clock.now()),
    }),
    /** Parses an agreed time. @throws Refusal "invalid" unless it is ahead, within a year */
    agreedTime(field: string, text: string | null | undefined): Date | null {
      const time = typeof text === "string" ? new Date(text) : null;
      if (time !== null && !isAgreeable(time.getTime(), clock.now()))
        throw new Refusal("invalid", { fields: { [field]: leadMessages.notAhead } });
      return time;
    },
    /** Reads a lead of the caller's scopes. @throws Refusal "notFound" */
    async detail(caller: OperatorCaller, leadId: string): Promise<LeadDetail> {
      const scopes = requireScopes(caller, "lead.read", "one");
      const activity = await findLeadActivity(db, scopes, leadId);
      if (activity === null) throw leadNotFound();
      const entry = await store.find({ activity_id: activity.activity_id, dealer_id: null, scopes }, leadId);
      if (entry === null) throw leadNotFound();
      const view = await leadView(context, ports, caller);
      const [row] = await findLeadRows(db, scopes, [entry.lead_id], view.due);
      if (row === undefined) throw leadNotFound();
      return presentLeadDetail(row, entry, activity.form as Parameters<typeof presentLeadDetail>[2], view);
    },
  };
}
type LeadSteps = ReturnType<typeof leadSteps>;

const momentIn = (text: string | null): Date | null => (text === null ? null : new Date(text));

function resultCalls(calls: OperatorRouter, steps: LeadSteps): void {
  const { store, reachOf, actionOf, agreedTime, detail } = steps;
  calls.on(recordLeadResult, async ({ leadId, result, testDriveTime, ...seen }, caller) => {
    const reach = await reachOf(caller, "lead.mark", leadId);
    const testDrive = result === "reached" ? agreedTime("testDriveTime", testDriveTime) : null;
    const expected = {
      updated: new Date(seen.updatedTime),
      contacted: momentIn(seen.contactedTime),
      ...(seen.nextCallTime !== undefined && { nextCall: momentIn(seen.nextCallTime) }),
    };
    if (!(await store.mark(reach, { leadId, result, testDrive, expected }, actionOf(caller))))
      throw changedSince();
    return { detail: await detail(caller, leadId) };
  });
  calls.on(clearLeadResult, async ({ leadId, contactedTime }, caller) => {
    const reach = await reachOf(caller, "lead.mark", leadId);
    if (!(await store.unmark(reach, leadId, new Date(contactedTime), actionOf(caller)))) throw changedSince();
    return { detail: await detail(caller, leadId) };
  });
  calls.on(agreeLeadCall, async ({ leadId, nextCallTime, seen }, caller) => {
    const reach = await reachOf(caller, "lead.mark", leadId);
    const time = agreedTime("nextCallTime", nextCallTime);
    if (!(await store.plan(reach, { leadId, time, seen: momentIn(seen) }, actionOf(caller))))
      throw changedSince();
    return { detail: await detail(caller, leadId) };
  });
  calls.on(addLeadNote, async ({ leadId, key, text }, caller) => {
    const reach = await reachOf(caller, "lead.mark", leadId);
    const isStored = await store.addNote(reach, { leadId, key, text: trimmed(text) }, actionOf(caller));
    if (isStored === null) throw leadNotFound();
    if (!isStored)
      throw new Refusal("tooMany", { message: leadMessages.tooManyNotes, retryAfterSeconds: 600 });
    return { detail: await detail(caller, leadId) };
  });
}

function revealCall(calls: OperatorRouter, { db, store, reachOf, actionOf }: LeadSteps): void {
  calls.on(revealLeadMobile, async ({ leadId, purpose }, caller) => {
    const reach = await reachOf(caller, "person.reveal", leadId);
    const { by, actor, now } = actionOf(caller);
    const { operatorId, stepUpUntil } = requireOperator(caller);
    const about = { kind: "lead", id: leadId };
    await withAuditEntry(
      db,
      async (transaction) => {
        await recordReveal(transaction, { operatorId, stepUpUntil, about, purpose, now });
        // The lead desk shows who saw the number last (requirement CO60).
        if (!(await insertReveal(transaction, reach, leadId, { by, now }))) throw leadNotFound();
      },
      () => ({ by: actor, action: "lead.reveal", about, outcome: purpose, now }),
    );
    const entry = await store.find(reach, leadId);
    if (entry === null) throw leadNotFound();
    return { mobile: entry.mobile, seconds: REVEAL_SECONDS };
  });
}

/** Registers the console's calls about one lead; they change it by the functions of the lead desk (requirement CO60). */
export function leadDetailCalls(context: AppContext, calls: OperatorRouter, ports: LeadConsolePorts): void {
  const steps = leadSteps(context, ports);
  calls.on(showLeadDetail, ({ leadId }, caller) => steps.detail(caller, leadId));
  resultCalls(calls, steps);
  revealCall(calls, steps);
}
