import { Refusal } from "#contract/core/errors.ts";
import { cleanLine } from "#contract/core/text.ts";
import { contestLimits } from "#contract/contest/limits.ts";
import { activityNotFound } from "../activity/index.ts";
import type { AppContext } from "../core/app-context.ts";
import { entryStore } from "./entry-store.ts";
import { contestMessages } from "./messages.ts";
import type { ContestPorts } from "./ports.ts";
import { complaintStore, submissionStore } from "./submission-store.ts";
import type { ContestDetailRow } from "./tables.ts";
import { voteStore } from "./vote-store.ts";

/** The dependencies and checks that all routes of contests share. */
export function createContestModule({ db, clock }: Pick<AppContext, "db" | "clock">, ports: ContestPorts) {
  const entries = entryStore(db);
  return {
    clock,
    ports,
    entries,
    votes: voteStore(db),
    submissions: submissionStore(db),
    complaints: complaintStore(db),
    /** Finds the contest of a published activity. @throws Refusal "notFound", for a cancelled activity with its reason */
    async requireContest(activityId: string): Promise<ContestDetailRow> {
      const contest = await entries.findContest(activityId);
      if (contest === null) throw await activityNotFound(db, activityId, contestMessages.unknown);
      return contest;
    },
    /** Cleans the sentence that is published with a picture, also in a transaction. @throws Refusal "invalid" */
    async validateCaption(text: string, within = db): Promise<string> {
      const caption = cleanLine(text, contestLimits.maxCaptionLength);
      const fault = (message: string) => new Refusal("invalid", { fields: { caption: message } });
      if (caption === "") throw fault(contestMessages.captionMissing);
      if (await ports.hasForbiddenWord(caption, within)) throw fault(contestMessages.forbiddenWord);
      return caption;
    },
  };
}
export type ContestModule = ReturnType<typeof createContestModule>;
