import { sql } from "kysely";
import { audited, linkNote, type Actor, type LinkMade } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { sha256 } from "../secrets.ts";
import type { LinkRow, Scope } from "./store.ts";

/** Links for the dealer's staff; tokens are kept as a hash. */
export const linkStore = (db: Database) => ({
  async addLink(linkId: string, token: string, scope: Scope, { by, now, expires }: LinkMade): Promise<void> {
    const add = (transaction: Database) =>
      sql`
      insert into check_in_link (link_id, token_hash, activity_id, session_id, dealer_id, created_time, expires_time)
      values (${linkId}, ${sha256(token)}, ${scope.activity_id}, ${scope.session_id}, ${scope.dealer_id}, ${now}, ${expires})`.execute(
        transaction,
      );
    await audited(db, add, () => linkNote("staff-link.make", { by, now, what: "check-in", linkId }));
  },
  async links(): Promise<(LinkRow & { title: string })[]> {
    const { rows } = await sql<LinkRow & { title: string }>`
      select l.*, a.title from check_in_link l join activity a on a.activity_id = l.activity_id
      order by l.created_time desc limit 100`.execute(db);
    return rows;
  },
  async revoke(linkId: string, by: Actor, now: Date): Promise<void> {
    const revoke = (transaction: Database) =>
      sql`update check_in_link set revoked_time = ${now}
        where link_id = ${linkId} and revoked_time is null returning 1`.execute(transaction);
    await audited(db, revoke, ({ rows }) =>
      rows.length === 0 ? null : linkNote("staff-link.revoke", { by, now, what: "check-in", linkId }),
    );
  },
  /** What a link can be made for: activities with sign-ups first, then those that begin next. */
  async wanted(now: Date): Promise<{ activity_id: string; title: string; signed: number }[]> {
    const { rows } = await sql<{ activity_id: string; title: string; signed: number }>`
      select a.activity_id, a.title, (select count(*) from signup s where s.activity_id = a.activity_id)::int as signed
      from activity a where a.end_time > ${now} and a.activity_type = 'localoffline' and a.is_published
      order by signed desc, a.start_time, a.activity_id limit 30`.execute(db);
    return rows;
  },
});
