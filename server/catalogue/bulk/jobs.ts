import type { OperatorRight } from "#contract/console/rights.ts";
import type { ClonePart } from "#contract/console/activity/activities.ts";
import { DAY } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { scheduleStore } from "../../database/shared-tables/scheduled-change-store.ts";
import type { Jobs, JobStep } from "../../job/index.ts";
import { activityUnknown, isOwnActivity } from "../console/access-store.ts";
import { addCopy, type CopyContext } from "../console/copy.ts";
import { consoleActivityMessages } from "../console/messages.ts";
import { lockLive, withdraw } from "../console/publication.ts";
import { setActivityPublished, type ChangeAuthor } from "../store.ts";
import { activityBulkMessages as messages } from "./messages.ts";
import { changedTags, copyTitle, type Tagging } from "./rules.ts";
import { readTags, writeTags } from "./tags.ts";

const stateChanged = (message: string): Refusal => new Refusal("stateChanged", { message });
const authorOf = ({ actor, now }: JobStep): ChangeAuthor => ({ by: actor, now: new Date(now) });

/** @throws Refusal "notFound" unless the activity is the operator's own as their scopes are now */
async function requireOwnOf(db: Database, { scopes, subjectId }: JobStep): Promise<void> {
  if (!(await isOwnActivity(db, scopes, subjectId))) throw activityUnknown();
}

/** Runs work whose faults by field become one text, which the result of the job has for its row. */
async function wordingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const [first] = error instanceof Refusal ? Object.entries(error.fields) : [];
    throw first === undefined ? error : new Refusal("invalid", { message: messages.fault(...first) });
  }
}

type ActivityJob = {
  readonly jobs: Jobs;
  readonly afterRows: () => void;
};

function defineWithdrawal({ jobs, afterRows }: ActivityJob): void {
  const right: OperatorRight = "activity.publish";
  jobs.define({
    name: "activity.withdraw",
    right,
    afterRows,
    async run(transaction, step) {
      await requireOwnOf(transaction, step);
      const author = authorOf(step);
      const { outcome } = await withdraw(transaction, step.subjectId, author);
      if (outcome === "again") throw stateChanged(messages.notPublished);
      await scheduleStore(transaction, "activity").cancel(
        step.subjectId,
        ["publish", "withdraw"],
        author.now,
      );
      return { revision: (await lockLive(transaction, step.subjectId)).revision };
    },
    async undo(transaction, step, { revision }) {
      await requireOwnOf(transaction, step);
      const live = await lockLive(transaction, step.subjectId);
      if (live.revision !== revision) throw stateChanged(messages.changedSince);
      const outcome = await setActivityPublished(transaction, step.subjectId, true, authorOf(step));
      if (outcome !== "done") throw stateChanged(messages.changedSince);
    },
  });
}

const taggingOf = ({ jobArguments }: JobStep): Tagging => jobArguments as Tagging;
function defineTagging({ jobs, afterRows }: ActivityJob): void {
  const authorFor = (step: JobStep) => ({
    ...authorOf(step),
    requireOwn: (db: Database) => requireOwnOf(db, step),
  });
  jobs.define({
    name: "activity.tag",
    right: "activity.publish",
    afterRows,
    async run(transaction, step) {
      await requireOwnOf(transaction, step);
      const before = await readTags(transaction, step.subjectId);
      const after = changedTags(before.tags, taggingOf(step));
      if (typeof after === "string") throw stateChanged(after);
      await wordingFaults(() => writeTags(transaction, before, after, authorFor(step)));
      return { before: before.tags, after };
    },
    async undo(transaction, step, { before, after }) {
      await requireOwnOf(transaction, step);
      const current = await readTags(transaction, step.subjectId);
      if (JSON.stringify(current.tags) !== JSON.stringify(after)) throw stateChanged(messages.changedSince);
      await wordingFaults(() => writeTags(transaction, current, before as string[], authorFor(step)));
    },
  });
}

function defineCloning({ jobs }: ActivityJob, context: CopyContext): void {
  jobs.define({
    name: "activity.clone",
    right: "activity.write",
    async run(transaction, step) {
      await requireOwnOf(transaction, step);
      const { content } = await lockLive(transaction, step.subjectId);
      const { parts, shiftDays } = step.jobArguments as { parts: ClonePart[]; shiftDays: number };
      const copyId = await wordingFaults(() =>
        addCopy(context, transaction, content, {
          title: copyTitle(content.title),
          parts: new Set(parts),
          shift: shiftDays * DAY,
          sponsorLevel1: content.sponsorLevel1,
          sponsorLevel2: content.sponsorLevel2,
        }),
      );
      if (!(await isOwnActivity(transaction, step.scopes, copyId)))
        throw stateChanged(consoleActivityMessages.sponsor);
      await writeAuditEntry(transaction, {
        by: step.actor,
        action: "activity.clone",
        about: { kind: "activity", id: copyId },
        outcome: `from ${step.subjectId}`,
        now: new Date(step.now),
      });
      return { copyId };
    },
    undo: null,
  });
}

/**
 * Defines the bulk acts on activities. A copy is not taken back: somebody may have begun to work on it.
 * @param invalidatePages invalidates cached pages of this process
 */
export function defineActivityJobs(context: CopyContext, jobs: Jobs, invalidatePages: () => void): void {
  const job = { jobs, afterRows: invalidatePages };
  defineWithdrawal(job);
  defineTagging(job);
  defineCloning(job, context);
}
