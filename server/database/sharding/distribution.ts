/** Place of the rows of a table in a sharded installation (docs/sharding.md). */
export type Distribution =
  /** In shards by the value of a column; tables with the same column are colocated. */
  | { readonly kind: "distributed"; readonly by: string; readonly reason: string }
  /** Whole on every node, so that each shard joins with it and refers to it. */
  | { readonly kind: "reference"; readonly reason: string }
  /** On the coordinator alone. */
  | { readonly kind: "local"; readonly reason: string };

const byActivity = (reason: string): Distribution => ({ kind: "distributed", by: "activity_id", reason });
const reference = (reason: string): Distribution => ({ kind: "reference", reason });
const local = (reason: string): Distribution => ({ kind: "local", reason });

/**
 * Decisions by table. A table without an entry is local: it is small, an operator's, or belongs to a local one. The check
 * (rules.ts) covers those, too.
 */
export const distributions: Readonly<Record<string, Distribution>> = {
  activity: byActivity("its counter is locked and increased by the statement that inserts sign-ups"),
  activity_session: byActivity("counters, as the activity's"),
  activity_dealer: byActivity("read with the activity before each sign-up"),
  schedule_change: byActivity("read with the activity in lists of sign-ups"),
  signup: byActivity("every write is about one activity; one person's list reads all shards"),
  signup_cancelled: byActivity("written by the statement that deletes the sign-up"),
  signup_event: byActivity("history of a sign-up, written in its transaction"),
  signup_picture: byActivity("answers of a sign-up"),
  waitlist: byActivity("becomes a sign-up in one statement"),
  user_session: {
    kind: "distributed",
    by: "token_hash",
    reason: "each call reads one session by its token; a person's own list reads all shards",
  },
  app_user: reference(
    "sign-ups refer to it, and identities are unique in the whole installation; each login writes to every node",
  ),
  organisation: reference("small, joined everywhere, changed by operators"),
  series: reference("small, joined everywhere, changed by operators"),
  flow_process: reference("small, read with the activity before each sign-up"),
  banner: local("small, read alone"),
  lead: local("dealers list theirs by lead, its notes and reveals refer to it"),
  coupon: local("orders and deliveries refer to it, its code is unique in the whole installation"),
  mall_order: local(
    "stock, payments, refunds and coupons refer to each other; no column divides all of them",
  ),
  club_member: local("members follow each other, so that no column divides the club"),
  club_article: local("as club_member"),
  audit_entry: local("append-only by a trigger, which a distributed table cannot have"),
};

/** Decision about a table; one without an entry is local. */
export const distributionOf = (
  table: string,
  decisions: Readonly<Record<string, Distribution>> = distributions,
): Distribution => decisions[table] ?? local("not named");
