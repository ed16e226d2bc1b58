import { sql, type Kysely, type Selectable } from "kysely";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { Database } from "../database/connection/database.ts";
import { sha256 } from "../core/secrets.ts";
import { createPassConsumer } from "./pass-store.ts";
import type { CaptchaPurpose, StoredPuzzle } from "./rules.ts";

type PurposeColumns = {
  action: CaptchaAction;
  activity_id: string | null;
  user_id: string | null;
  mobile_hash: string | null;
};
type ChallengeTable = PurposeColumns & {
  challenge_id: string;
  way: "pointer" | "work";
  answer: number | null;
  network_hash: string;
  user_agent_hash: string;
  device_id: string;
  seed: string;
  bits: number;
  keyboard_bits: number;
  created_time: Date;
  expires_time: Date;
};
type Tables = {
  captcha_challenge: ChallengeTable;
  captcha_pass: PurposeColumns & { pass_hash: string; expires_time: Date; spent_by: string | null };
  captcha_count: { bucket: string; count: number; until_time: Date };
};

/** A counter of one address, device or user, with its period. */
export type CounterBucket = {
  readonly name: string;
  readonly minutes: number;
  /** Count that restarts the period, so that a lock lasts its full time; null: never. */
  readonly restartAt: number | null;
  /** Number of events that is added, 1 unless given; -1 takes one back. */
  readonly amount?: number;
};
export type CounterState = { readonly count: number; readonly until: number };

const columnsOf = ({ action, activityId, userId, mobileHash }: CaptchaPurpose): PurposeColumns => ({
  action,
  activity_id: activityId,
  user_id: userId,
  mobile_hash: mobileHash,
});
const puzzleOf = (row: Selectable<ChallengeTable>): StoredPuzzle => ({
  challengeId: row.challenge_id,
  way: row.way,
  answer: row.answer,
  action: row.action,
  activityId: row.activity_id,
  userId: row.user_id,
  mobileHash: row.mobile_hash,
  networkHash: row.network_hash,
  userAgentHash: row.user_agent_hash,
  deviceId: row.device_id,
  seed: row.seed,
  bits: row.bits,
  keyboardBits: row.keyboard_bits,
  created: row.created_time.getTime(),
  expires: row.expires_time.getTime(),
});

/** Passes of solved puzzles. */
const passStore = (db: Kysely<Tables>) => ({
  /** Stores only the hash of the id. */
  async addPass(id: string, purpose: CaptchaPurpose, expires: number): Promise<void> {
    await db
      .insertInto("captcha_pass")
      .values({
        ...columnsOf(purpose),
        pass_hash: sha256(id),
        expires_time: new Date(expires),
        spent_by: null,
      })
      .execute();
  },
});

/** Rate limit counters. */
const counterStore = (db: Kysely<Tables>) => ({
  /**
   * Adds to each bucket, and reads further ones, by one statement.
   * @returns the counts of current periods; a bucket without one is missing
   */
  async count(
    added: readonly CounterBucket[],
    read: readonly string[],
    now: number,
  ): Promise<Map<string, CounterState>> {
    const at = new Date(now);
    // Sorts the buckets, so that two statements lock them in one order and cannot deadlock.
    const rows = [...added]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, minutes, restartAt, amount = 1 }) => {
        const until = new Date(now + minutes * 60_000);
        return sql`(${name}::text, ${until}::timestamptz, ${restartAt ?? -1}::int, ${amount}::int)`;
      });
    const nothing = sql`SELECT ''::text, now(), 0, 0 WHERE false`;
    const { rows: found } = await sql<{ bucket: string; count: number; until_time: Date }>`
      WITH happened (bucket, until_time, restart_at, amount) AS (${rows.length > 0 ? sql`VALUES ${sql.join(rows)}` : nothing}),
      added AS (
        INSERT INTO captcha_count AS existing (bucket, count, until_time)
        SELECT bucket, greatest(amount, 0), until_time FROM happened
        ON CONFLICT (bucket) DO UPDATE SET
          count = CASE WHEN existing.until_time <= ${at}::timestamptz THEN excluded.count
            ELSE greatest(existing.count + (SELECT amount FROM happened WHERE happened.bucket = existing.bucket), 0) END,
          until_time = CASE
            WHEN existing.until_time <= ${at}::timestamptz OR (excluded.count > 0
              AND existing.count + excluded.count = (SELECT restart_at FROM happened WHERE happened.bucket = existing.bucket))
            THEN excluded.until_time ELSE existing.until_time END
        RETURNING bucket, count, until_time
      )
      SELECT bucket, count, until_time FROM added
      UNION ALL
      SELECT bucket, count, until_time FROM captcha_count
      WHERE bucket IN (${sql.join(["", ...read])}) AND until_time > ${at}::timestamptz
    `.execute(db);
    return new Map(
      found.map(({ bucket, count, until_time }) => [bucket, { count, until: until_time.getTime() }]),
    );
  },
});

export const captchaStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    async addChallenge(puzzle: StoredPuzzle): Promise<void> {
      await db
        .insertInto("captcha_challenge")
        .values({
          ...columnsOf(puzzle),
          challenge_id: puzzle.challengeId,
          way: puzzle.way,
          answer: puzzle.answer,
          network_hash: puzzle.networkHash,
          user_agent_hash: puzzle.userAgentHash,
          device_id: puzzle.deviceId,
          seed: puzzle.seed,
          bits: puzzle.bits,
          keyboard_bits: puzzle.keyboardBits,
          created_time: new Date(puzzle.created),
          expires_time: new Date(puzzle.expires),
        })
        .execute();
    },
    /** Deletes and returns a puzzle by one statement, so that only one of two requests gets it; null: unknown. */
    async takeChallenge(challengeId: string): Promise<StoredPuzzle | null> {
      const row = await db
        .deleteFrom("captcha_challenge")
        .where("challenge_id", "=", challengeId)
        .returningAll()
        .executeTakeFirst();
      return row ? puzzleOf(row) : null;
    },
    ...passStore(db),
    passOf: createPassConsumer(database),
    ...counterStore(db),
    async deleteExpired(now: number): Promise<void> {
      const at = new Date(now);
      await db.deleteFrom("captcha_challenge").where("expires_time", "<=", at).execute();
      await db.deleteFrom("captcha_pass").where("expires_time", "<=", at).execute();
      await db.deleteFrom("captcha_count").where("until_time", "<=", at).execute();
    },
  };
};
export type CaptchaStore = ReturnType<typeof captchaStore>;
