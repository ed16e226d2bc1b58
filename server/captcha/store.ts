import { sql, type Kysely, type Selectable } from "kysely";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { Database } from "../database/connection/database.ts";
import { sha256 } from "../core/secrets.ts";
import { passSpender } from "./pass-store.ts";
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

/** A counter of one address, device or user, and what it counts up to. */
export type CounterBucket = {
  readonly name: string;
  readonly minutes: number;
  /** Reaching this starts the period anew, so that a lock lasts as long as it says; null: never. */
  readonly restartAt: number | null;
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

/** The solved puzzles' part of the store. */
const passStore = (db: Kysely<Tables>) => ({
  /** Only the id's hash is kept. */
  async keepPass(id: string, purpose: CaptchaPurpose, expires: number): Promise<void> {
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

/** The counters' part of the store. */
const counterStore = (db: Kysely<Tables>) => ({
  /**
   * Adds one to each bucket, and reads further ones, in one statement.
   * @returns the counts of periods that still run; a bucket without one is missing
   */
  async count(
    added: readonly CounterBucket[],
    read: readonly string[],
    now: number,
  ): Promise<Map<string, CounterState>> {
    const at = new Date(now);
    // In one order for all, so that two statements never wait for each other.
    const rows = [...added]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, minutes, restartAt }) => {
        const until = new Date(now + minutes * 60_000);
        return sql`(${name}::text, ${until}::timestamptz, ${restartAt ?? -1}::int)`;
      });
    const nothing = sql`SELECT ''::text, now(), 0 WHERE false`;
    const { rows: found } = await sql<{ bucket: string; count: number; until_time: Date }>`
      WITH happened (bucket, until_time, restart_at) AS (${rows.length > 0 ? sql`VALUES ${sql.join(rows)}` : nothing}),
      added AS (
        INSERT INTO captcha_count AS kept (bucket, count, until_time)
        SELECT bucket, 1, until_time FROM happened
        ON CONFLICT (bucket) DO UPDATE SET
          count = CASE WHEN kept.until_time <= ${at}::timestamptz THEN 1 ELSE kept.count + 1 END,
          until_time = CASE
            WHEN kept.until_time <= ${at}::timestamptz
              OR kept.count + 1 = (SELECT restart_at FROM happened WHERE happened.bucket = kept.bucket)
            THEN excluded.until_time ELSE kept.until_time END
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
    async keepChallenge(puzzle: StoredPuzzle): Promise<void> {
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
    /** The puzzle, taken away in the same statement: whoever comes second finds none. */
    async takeChallenge(challengeId: string): Promise<StoredPuzzle | null> {
      const row = await db
        .deleteFrom("captcha_challenge")
        .where("challenge_id", "=", challengeId)
        .returningAll()
        .executeTakeFirst();
      return row ? puzzleOf(row) : null;
    },
    ...passStore(db),
    passOf: passSpender(database),
    ...counterStore(db),
    async purge(now: number): Promise<void> {
      const at = new Date(now);
      await db.deleteFrom("captcha_challenge").where("expires_time", "<=", at).execute();
      await db.deleteFrom("captcha_pass").where("expires_time", "<=", at).execute();
      await db.deleteFrom("captcha_count").where("until_time", "<=", at).execute();
    },
  };
};
export type CaptchaStore = ReturnType<typeof captchaStore>;
