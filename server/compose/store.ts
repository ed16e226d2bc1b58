import { sql } from "kysely";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import { withActivityVersion } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { announceContent } from "../database/shared-tables/change-announcement-store.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { sha256 } from "../core/secrets.ts";

/** A page that is edited. */
export type EditedRow = {
  activity_id: string;
  title: string;
  is_published: boolean;
  page_type: ActivityDetail["pageType"];
  start_time: Date;
  end_time: Date;
  blocks: PageBlock[];
  blocks_version: number;
};
/** A page that is edited by a link. */
export type ComposedRow = EditedRow & { link_id: string; last_used_time: Date | null; expires_time: Date };
export type VersionRow = { version: number; saved_by: string | null; saved_time: Date; block_count: number };
export type NewVersion = {
  readonly activityId: string;
  readonly basedOn: number;
  readonly blocks: readonly PageBlock[];
  /** The name that the operator entered. */
  readonly by: string;
  /** The link's audit actor. */
  readonly actor: AuditActor;
  readonly now: Date;
};
/** `isGuarded` false drops the version check; for the test that proves that it is needed. */
export type SaveOptions = { readonly isGuarded: boolean };
const MAX_PICTURES = 60;

/** Pages and their versions. */
export const composeStore = (db: Database) => ({
  /** Finds the page of a link; null if the link is unknown, expired or revoked, or the activity is offline. */
  async openLink(token: string, now: Date): Promise<ComposedRow | null> {
    const { rows } = await sql<ComposedRow>`
      select l.link_id, l.last_used_time, a.activity_id, a.title, a.is_published, a.page_type, a.start_time, a.end_time, l.expires_time, a.blocks, a.blocks_version
      from compose_link l join activity a on a.activity_id = l.activity_id
      where l.token_hash = ${sha256(token)} and l.revoked_time is null and l.expires_time > ${now}
        and a.activity_type = 'online'`.execute(db);
    return rows[0] ?? null;
  },
  async versions(activityId: string): Promise<VersionRow[]> {
    const { rows } = await sql<VersionRow>`
      select activity_id, version, saved_by, saved_time, jsonb_array_length(blocks) as block_count from blocks_version
      where activity_id = ${activityId} order by version desc limit 50`.execute(db);
    return rows;
  },
  async version(activityId: string, version: number): Promise<PageBlock[] | null> {
    const { rows } = await sql<{ blocks: PageBlock[] }>`
      select blocks from blocks_version where activity_id = ${activityId} and version = ${version}`.execute(
      db,
    );
    return rows[0]?.blocks ?? null;
  },
  /** Lists picture URLs in use: covers and pictures of composed pages. */
  async pictures(): Promise<string[]> {
    const { rows } = await sql<{ url: string }>`
      select url from (
        select cover_url as url, max(start_time) as at from activity group by cover_url
        union all
        select block #>> '{}', max(a.start_time) from activity a,
          jsonb_path_query(a.blocks, '$.**.url ? (@.type() == "string")') as block
        where block #>> '{}' like '/media/%' group by 1
      ) shown where url like '/media/%' group by url order by max(at) desc, url limit ${MAX_PICTURES}`.execute(
      db,
    );
    return rows.map(({ url }) => url);
  },
  /**
   * Stores and publishes the next version and writes the audit entry in one transaction. The page before the first
   * saved version is stored as version 0.
   * @returns the version; null if another was saved since `basedOn`
   */
  save(version: NewVersion, options: SaveOptions): Promise<number | null> {
    const { activityId, actor, now } = version;
    return withAuditEntry(
      db,
      (transaction) =>
        withActivityVersion(transaction, { activityId, by: actor, now }, () =>
          addVersion(transaction, version, options),
        ),
      (number) =>
        number === null
          ? null
          : {
              by: actor,
              action: "page.change",
              about: { kind: "activity", id: activityId },
              outcome: `version ${number}`,
              now,
            },
    );
  },
});
export type ComposeStore = ReturnType<typeof composeStore>;

/** Stores and publishes the next version. @param db a transaction @returns see ComposeStore.save */
export async function addVersion(
  db: Database,
  { activityId, basedOn, blocks, by, now }: Omit<NewVersion, "actor">,
  { isGuarded }: SaveOptions,
): Promise<number | null> {
  const written = JSON.stringify(blocks);
  const unchanged = isGuarded ? sql`and blocks_version = ${basedOn}` : sql``;
  const { rows } = await sql<{ version: number }>`
      with original as (
        insert into blocks_version (activity_id, version, blocks, saved_by, saved_time)
        select activity_id, 0, blocks, null, ${now} from activity where activity_id = ${activityId} and blocks_version = 0
        on conflict do nothing
      ), changed as (
        update activity set blocks = ${written}::jsonb, blocks_version = blocks_version + 1
        where activity_id = ${activityId} ${unchanged} returning activity_id, blocks_version
      )
      insert into blocks_version (activity_id, version, blocks, saved_by, saved_time)
      select activity_id, blocks_version, ${written}::jsonb, ${encryptedText(by, "version", activityId, String(basedOn + 1))}, ${now} from changed returning version`.execute(
    db,
  );
  if (rows.length > 0) await announceContent(db, "activity_told");
  return rows[0]?.version ?? null;
}

/** Lists online activities that have not ended, including drafts, those with most blocks first. */
export async function listComposable(
  db: Database,
  now: Date,
): Promise<{ activityId: string; title: string; blockCount: number }[]> {
  const { rows } = await sql<{ activityId: string; title: string; blockCount: number }>`
    select activity_id as "activityId", title, jsonb_array_length(blocks) as "blockCount" from activity
    where end_time > ${now} and activity_type = 'online'
    order by jsonb_array_length(blocks) desc, start_time, activity_id limit 100`.execute(db);
  return rows;
}

/** Checks whether an activity's page can be composed. @returns the problem; null: none */
export async function whyNotComposable(
  db: Database,
  activityId: string,
): Promise<"noActivity" | "notOnline" | null> {
  const { rows } = await sql<{ is_online: boolean }>`
    select activity_type = 'online' as is_online from activity where activity_id = ${activityId}`.execute(db);
  const [found] = rows;
  if (found === undefined) return "noActivity";
  return found.is_online ? null : "notOnline";
}
