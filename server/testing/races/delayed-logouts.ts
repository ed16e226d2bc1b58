import pg from "pg";

/** Number of the advisory lock for which the commits wait. */
const LOCK = 7_151;

export type DelayedLogouts = {
  /** Lets the commits go on. */
  release(): Promise<void>;
  /** Removes the delay, and ends the connection. */
  remove(): Promise<void>;
};

/**
 * Delays the commits that end sessions, as a synchronous standby that hangs does, until `release`. Their changes look a
 * minute old, so that no rule about times finds them.
 */
export async function delayLogouts(url: string): Promise<DelayedLogouts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create function delay_logout() returns trigger language plpgsql as $$ begin
      update content_change set changed_time = changed_time - interval '1 minute';
      perform pg_advisory_xact_lock(${LOCK});
      return null;
    end $$;
    create constraint trigger delayed after delete on user_session deferrable initially deferred
      for each row execute function delay_logout();
    select pg_advisory_lock(${LOCK})`,
  );
  return {
    async release() {
      await client.query(`select pg_advisory_unlock(${LOCK})`);
    },
    async remove() {
      await client.query(
        "select pg_advisory_unlock_all(); drop trigger delayed on user_session; drop function delay_logout()",
      );
      await client.end();
    },
  };
}
