import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { isBlank } from "#contract/core/text.ts";
import {
  callOffActivity,
  cancelActivityPlan,
  MAX_CANCEL_REASON,
  publishActivity,
  showActivityImpact,
  withdrawActivity,
  type PublicationAction,
} from "#contract/console/activity/publication.ts";
import { countCharacters } from "#contract/core/characters.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { operatorAuditActor, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { dryRun } from "../dry-run.ts";
import type { ChangeAuthor } from "../store.ts";
import { requireOwn, requireReadable, requireStillOwn } from "./access-store.ts";
import { changedByDraft, withDraft } from "../draft/draft-rules.ts";
import { draftStore, noDraft, type DraftFieldMap } from "../draft/draft-store.ts";
import { readEffect } from "./effect-store.ts";
import { judgeContent } from "./judge.ts";
import { presentActivityPlan } from "./list-routes.ts";
import { consoleActivityMessages } from "./messages.ts";
import { cancelPlannedChange, planChange } from "./plan.ts";
import type { ActivityConsolePorts } from "./ports.ts";
import { editConflict, withAuthorNames } from "./conflicts.ts";
import { callOff, lockLive, publishDraft, withdraw } from "./publication.ts";
import { scheduleStore } from "../../database/shared-tables/scheduled-change-store.ts";

/** @throws Refusal "invalid" unless guests can read the reason: 1 to 60 characters in one line, as the command takes */
function requireReason(text: string): string {
  const reason = text.trim();
  if (isBlank(reason) || countCharacters(reason) > MAX_CANCEL_REASON || /[\p{Cc}\p{Cs}]/u.test(reason))
    throw new Refusal("invalid", { fields: { reason: consoleActivityMessages.reason } });
  return reason;
}

/** Does an act; the same function counts its effect in a transaction that is taken back. */
function act(db: Database, activityId: string, action: PublicationAction, by: ChangeAuthor) {
  if (action === "publish") return publishDraft(db, { activityId, ...by });
  if (action === "withdraw") return withdraw(db, activityId, by);
  return callOff(db, activityId, "-", by);
}

/** Counts the effect of an act; an act that would be refused has its faults, and the people whom it would concern. */
const impactOf = (database: Database, activityId: string, action: PublicationAction, by: ChangeAuthor) =>
  dryRun(database, async (db) => {
    const live = await lockLive(db, activityId);
    const fields: DraftFieldMap =
      action === "publish" ? ((await draftStore(db).read(activityId)) ?? noDraft).fields : {};
    const changes = changedByDraft(live.content, fields).map((field) => ({
      field,
      before: live.content[field] ?? null,
      after: fields[field]?.value ?? null,
    }));
    const asOf = toShanghaiIso(by.now);
    const { following: _following, ...held } = await readEffect(db, activityId, by.now);
    try {
      const { effect } = await act(db, activityId, action, by);
      return { effect, changes, faults: {}, asOf };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const overtaken = (error.data as { fields?: readonly string[] } | null)?.fields ?? [];
      const faults = Object.fromEntries(overtaken.map((field) => [field, consoleActivityMessages.overtaken]));
      const effect = { ...held, notified: 0, offered: 0 };
      return { effect, changes, faults: { ...faults, ...error.fields }, asOf };
    }
  });

type PublishArgs = ParsedOperatorArgs<typeof publishActivity>;
/** Publishes a draft, or plans that, in the transaction that locks its activity. */
async function publishOrPlan(
  transaction: Database,
  caller: OperatorCaller,
  { activityId, basedOn, at }: PublishArgs,
  acted: ChangeAuthor,
) {
  const { content, taken } = await lockLive(transaction, activityId);
  const draft = (await draftStore(transaction).read(activityId)) ?? noDraft;
  if (draft.revision !== basedOn) {
    const changedTime = "changed_time" in draft ? draft.changed_time : acted.now;
    const by = "changed_by" in draft ? draft.changed_by : null;
    throw editConflict(Object.keys(draft.fields), { by, at: toShanghaiIso(changedTime) });
  }
  if (at !== undefined) {
    const judged = await judgeContent(transaction, withDraft(content, draft.fields), { taken });
    if (judged.catalogue === null) throw new Refusal("invalid", { fields: judged.faults });
    const plan = { activityId, action: "publish" as const, at, fields: draft.fields };
    return planChange(transaction, plan, acted);
  }
  const done = await publishDraft(transaction, { activityId, ...acted });
  await requireStillOwn(transaction, caller, activityId, "activity.publish");
  if (done.outcome === "done")
    await scheduleStore(transaction, "activity").cancel(activityId, ["publish"], acted.now);
  return done;
}

/** Withdraws an activity, or plans that. */
async function withdrawOrPlan(
  transaction: Database,
  { activityId, at }: ParsedOperatorArgs<typeof withdrawActivity>,
  acted: ChangeAuthor,
) {
  if (at !== undefined)
    return planChange(transaction, { activityId, action: "withdraw", at, fields: {} }, acted);
  const outcome = await withdraw(transaction, activityId, acted);
  if (outcome.outcome === "done")
    await scheduleStore(transaction, "activity").cancel(activityId, ["publish", "withdraw"], acted.now);
  return outcome;
}

/** Registers publishing, withdrawing and cancelling, and what is planned. */
export function publicationRoutes(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): void {
  const actedBy = (caller: OperatorCaller): ChangeAuthor => ({
    by: operatorAuditActor(caller),
    now: new Date(clock.now()),
  });
  const describeOutcome = async (done: Awaited<ReturnType<typeof publishOrPlan | typeof withdrawOrPlan>>) => {
    if ("change_id" in done) {
      const plan = presentActivityPlan(done, await ports.operatorNames([done.made_by]));
      return { outcome: "planned" as const, effect: null, plan };
    }
    ports.invalidatePages();
    return { ...done, plan: null };
  };
  calls.on(showActivityImpact, async ({ activityId, action }, caller) => {
    await requireReadable(db, caller, activityId);
    return impactOf(db, activityId, action, actedBy(caller));
  });
  calls.on(publishActivity, async (args, caller) => {
    await requireOwn(db, caller, args.activityId, "activity.publish");
    const acted = actedBy(caller);
    return describeOutcome(
      await withAuthorNames(ports, () =>
        db.transaction().execute((transaction) => publishOrPlan(transaction, caller, args, acted)),
      ),
    );
  });
  calls.on(withdrawActivity, async (args, caller) => {
    await requireOwn(db, caller, args.activityId, "activity.publish");
    const acted = actedBy(caller);
    return describeOutcome(
      await db.transaction().execute((transaction) => withdrawOrPlan(transaction, args, acted)),
    );
  });
  calls.on(callOffActivity, async ({ activityId, reason, title }, caller) => {
    await requireOwn(db, caller, activityId, "activity.callOff");
    const said = requireReason(reason);
    const acted = actedBy(caller);
    const done = await db.transaction().execute(async (transaction) => {
      const { content } = await lockLive(transaction, activityId);
      if (title.trim() !== content.title.trim())
        throw new Refusal("invalid", { fields: { title: consoleActivityMessages.titleDiffers } });
      return callOff(transaction, activityId, said, acted);
    });
    ports.invalidatePages();
    return { ...done, plan: null };
  });
  calls.on(cancelActivityPlan, async ({ activityId, changeId }, caller) => {
    await requireOwn(db, caller, activityId, "activity.publish");
    const isCancelled = await cancelPlannedChange(db, { activityId, changeId, ...actedBy(caller) });
    if (!isCancelled) throw new Refusal("stateChanged");
    return { cancelled: true };
  });
}
