import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { withUserChanges } from "../../database/shared-tables/user-change-store.ts";
import type { UserRow, UserTables } from "../user-store.ts";

/** Picture that a person chooses: its address, and the upload behind it; null: the provider's again. */
export type OwnAvatar = { readonly url: string; readonly pictureId: string | null } | null;
/** Missing: unchanged. */
export type ProfileChange = {
  readonly nickname?: string | null;
  readonly avatar?: OwnAvatar;
};

/** Assignments for one of the two values; the provider's is kept while the person's own replaces it. */
const assign = (name: "nickname" | "avatar", own: string | null): RawBuilder<unknown> => {
  const [shown, chosen, given] = [name, `own_${name}`, `provider_${name}`].map((column) =>
    sql.ref(`u.${column}`),
  );
  const provided = sql`case when ${chosen} is null then ${shown} else ${given} end`;
  return sql`
    ${sql.ref(name)} = coalesce(${own}::text, ${provided}),
    ${sql.ref(`own_${name}`)} = ${own}::text,
    ${sql.ref(`provider_${name}`)} = case when ${own}::text is null then null else ${provided} end`;
};

/**
 * Changes what a person shows of themselves, and announces it to every process, whose cached answers show people.
 * @returns the user, and the upload that their picture was before; undefined: no such user
 */
export async function changeOwnProfile(
  db: Database,
  userId: string,
  { nickname, avatar }: ProfileChange,
  now: Date,
): Promise<{ readonly user: UserRow; readonly formerPicture: string | null } | undefined> {
  const { rows } = await withUserChanges(db, sql`u.user_id = ${userId}`, (transaction) =>
    sql<{ user_id: string; former_picture: string | null }>`
    with former as (select user_id, avatar_picture from app_user where user_id = ${userId} for update),
    changed as (
      update app_user u set updated_time = ${now}
        ${nickname === undefined ? sql`` : sql`, ${assign("nickname", nickname)}`}
        ${
          avatar === undefined
            ? sql``
            : sql`, ${assign("avatar", avatar?.url ?? null)}, avatar_picture = ${avatar?.pictureId ?? null}::text`
        }
      from former f where u.user_id = f.user_id returning u.user_id, f.avatar_picture as former_picture
    ), told as (insert into content_change (topic) select 'people' from changed)
    select user_id, former_picture from changed`.execute(transaction),
  );
  const [row] = rows;
  if (!row) return undefined;
  const user = await db
    .withTables<UserTables>()
    .selectFrom("app_user")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return user && { user, formerPicture: row.former_picture };
}

/** Lists those of the given uploads that are somebody's picture. */
export async function findAvatarsAmong(db: Database, pictureIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ avatar_picture: string }>`
    select avatar_picture from app_user where avatar_picture = any(${[...pictureIds]}::text[])`.execute(db);
  return rows.map(({ avatar_picture }) => avatar_picture);
}

/** Gives the remaining one of two merged users what the other has chosen, unless they have chosen something. */
export async function mergeOwnProfile(db: Database, from: string, to: string): Promise<void> {
  await sql`update app_user t set nickname = f.own_nickname, own_nickname = f.own_nickname, provider_nickname = t.nickname
    from app_user f where f.user_id = ${from} and t.user_id = ${to}
      and f.own_nickname is not null and t.own_nickname is null`.execute(db);
  await sql`update app_user t set avatar = f.own_avatar, own_avatar = f.own_avatar, provider_avatar = t.avatar,
      avatar_picture = f.avatar_picture
    from app_user f where f.user_id = ${from} and t.user_id = ${to}
      and f.own_avatar is not null and t.own_avatar is null`.execute(db);
}
