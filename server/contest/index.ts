import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { createContestModule } from "./contest-module.ts";
import { entryStore } from "./entry-store.ts";
import { mergeContests } from "./merge-users-store.ts";
import type { ContestPorts } from "./ports.ts";
import { contestReadRoutes } from "./read-routes.ts";
import { putContest, seedEntries, type NewContest, type SeededEntry } from "./seed-store.ts";
import { contestWriteRoutes } from "./write-routes.ts";

export { putContest, type NewContest, type SeededEntry } from "./seed-store.ts";

/** A sign-up whose answers may contain entries. */
type SubmittedSignUp = {
  readonly activityId: string;
  readonly userId: string;
  readonly signUpId: string;
  readonly answers: Readonly<Record<string, string>>;
};

export type Contests = {
  /** Adds contests of existing activities. */
  add(contests: readonly NewContest[]): Promise<void>;
  /** Adds entries and votes to an empty contest. @param period of all votes */
  addEntries(entries: readonly SeededEntry[], period: string): Promise<void>;
  /**
   * Adds the pictures of a sign-up as entries if its activity has a contest, in the caller's transaction; they are
   * shown once the sign-up exists. @throws Refusal "invalid" for a sentence that cannot be published
   */
  addForSignUp(db: Database, signUp: SubmittedSignUp, now: Date): Promise<void>;
  /** Filters uploaded pictures to those of entries. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Moves entries and votes of a user to another user, who turned out to be the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

const HOUR = 3_600_000;

/** Creates contests: entries of people or choices of the organiser, and votes (requirements U60–U63). */
export function createContests(context: AppContext, calls: RpcRouter, ports: ContestPorts): Contests {
  const contests = createContestModule(context, ports);
  contestReadRoutes(calls, createContestModule({ ...context, db: context.reads }, ports));
  contestWriteRoutes(calls, contests);
  const { entries, submissions, validateCaption } = contests;
  const purging = context.tasks.schedule("contest.purge", HOUR, () =>
    submissions.removeOrphans(new Date(context.clock.now() - 24 * HOUR)),
  );
  return {
    add: (rows) =>
      context.db.transaction().execute(async (db) => {
        for (const row of rows) await putContest(db, row, new Date(context.clock.now()));
      }),
    addEntries: (rows, period) => seedEntries(context.db, rows, period),
    async addForSignUp(db, { activityId, userId, signUpId, answers }, now) {
      // Reads in the transaction: PGlite has one connection.
      const contest = await entryStore(db).findContest(activityId);
      const pictures = answers[contest?.picture_question ?? ""]?.split(",") ?? [];
      if (contest === null || pictures.length === 0) return;
      const caption = await validateCaption(answers[contest.caption_question ?? ""] ?? "", db);
      const status = contest.is_approved_first ? 0 : 1;
      await submissions.addForSignUp(
        db,
        {
          activityId,
          userId,
          signUpId,
          caption,
          status,
          pictures: pictures.slice(0, contest.entries_per_person),
        },
        now,
      );
    },
    picturesInUse: (ids) => entries.findPicturesInUse(ids),
    tables: ["contest_entry", "contest_vote", "contest_report"],
    mergeUsers: mergeContests,
    close: () => purging.stop(),
  };
}
