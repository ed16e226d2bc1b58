import { sql, type ColumnType, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { inTransaction } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import {
  lookupKeyParameter,
  encryptedText,
  type EncryptedParameter,
} from "../database/encryption/encrypted-columns.ts";
import {
  announceSessionsOfUser,
  areUsersFollowed,
  withUserChanges,
} from "../database/shared-tables/user-change-store.ts";
import { newId } from "../core/ids.ts";
import { memoizeAsync } from "../core/memoize-async.ts";
import { newToken } from "../core/secrets.ts";
import type { ProviderPerson, UserProfile } from "./rules.ts";

type UserTable = {
  user_id: string;
  /** Subject at the identity provider; null: a WeChat user without an account there. */
  idp_id: string | null;
  open_id: string;
  mobile: ColumnType<string | null, EncryptedParameter | null, EncryptedParameter | null>;
  mobile_key: ColumnType<EncryptedParameter | null>;
  /** Shown: the person's own, otherwise the provider's. */
  nickname: string;
  avatar: string | null;
  /** Chosen by the person (migration 0170); null: none. */
  own_nickname: string | null;
  own_avatar: string | null;
  /** Upload behind own_avatar; null: a drawing, or none. */
  avatar_picture: string | null;
  /** The provider's, while the person's own replace them. */
  provider_nickname: string | null;
  provider_avatar: string | null;
  vip: boolean;
  /** Name of the member's level; null: none. */
  vip_level: string | null;
  /** null: without an end. */
  vip_until: Date | null;
  owner: boolean;
  /** Series of the verified cars. */
  series_codes: string[];
  created_time: Date;
  updated_time: Date;
  /** null: not locked. */
  locked_time: Date | null;
};
export type UserTables = {
  app_user: UserTable;
  verified_owner: { mobile_key: EncryptedParameter; series_codes: string[] };
};
export type UserRow = Omit<Selectable<UserTable>, "mobile_key">;

/** Creates a public id in the format of WeChat's openId, which cannot be guessed from the account. */
const newOpenId = (): string => `o${newToken().slice(0, 27)}`;
/** Whether the holder of a mobile is a verified owner. */
const isVerifiedOwner = (mobile: string | null) =>
  sql<boolean>`exists (select 1 from verified_owner where mobile_key = ${lookupKeyParameter(mobile)}::text)`;
const verifiedSeries = (mobile: string | null) =>
  sql<
    string[]
  >`coalesce((select series_codes from verified_owner where mobile_key = ${lookupKeyParameter(mobile)}::text), '{}')`;

/** Columns of a member by the mobile, as they were reported. */
const vipOf = (mobile: string | null) => {
  const found = (column: "level" | "until_time") =>
    sql`(select ${sql.ref(column)} from vip_member where mobile_key = ${lookupKeyParameter(mobile)}::text)`;
  return {
    vip: sql<boolean>`exists (select 1 from vip_member where mobile_key = ${lookupKeyParameter(mobile)}::text)`,
    vip_level: found("level") as RawBuilder<string | null>,
    vip_until: found("until_time") as RawBuilder<Date | null>,
  };
};
/**
 * Membership after a login: that of the mobile. A user who was named by openId while they had no mobile stays a member
 * with the first one that they bind.
 */
const vipAfterLogin = (column: "vip" | "vip_level" | "vip_until") =>
  sql<never>`case when excluded.vip or app_user.mobile_key is distinct from coalesce(excluded.mobile_key, app_user.mobile_key)
      and app_user.mobile_key is not null
    then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`app_user.${column}`)} end`;

/** Columns of a new user, who has chosen nothing yet. */
const noOwnProfile = {
  own_nickname: null,
  own_avatar: null,
  avatar_picture: null,
  provider_nickname: null,
  provider_avatar: null,
} as const;
/** The provider's nickname never replaces the person's own; it waits beside it. */
const afterLogin = sql<string>`coalesce(app_user.own_nickname, excluded.nickname)`;
const providerAfterLogin = sql<
  string | null
>`case when app_user.own_nickname is null then null else excluded.nickname end`;

type Follow = <T>(
  which: RawBuilder<unknown>,
  run: (db: Database, hasFormer: boolean) => Promise<T>,
) => Promise<T>;
/** Runs changes of users with what follows from them; where triggers do that, a login has no further statement. */
function createFollow(database: Database): Follow {
  const areFollowed = memoizeAsync(() => areUsersFollowed(database));
  return async (which, run) =>
    (await areFollowed()) ? withUserChanges(database, which, run) : run(database, true);
}

const accountUserStore = (follow: Follow) => ({
  /** Creates or updates the user of an account at the identity provider. */
  upsertUser: (person: ProviderPerson, now: Date): Promise<UserRow> =>
    follow(sql`u.idp_id = ${person.idpId}`, async (db, hasFormer) => {
      const userId = newId();
      const user = await upsertAccountUser(db.withTables<UserTables>(), userId, person, now);
      // A parallel first login has created the user meanwhile.
      if (!hasFormer && user.user_id !== userId) await announceSessionsOfUser(db, user.user_id);
      return user;
    }),
});

function upsertAccountUser(
  db: Kysely<UserTables>,
  userId: string,
  { idpId, mobile, nickname }: ProviderPerson,
  now: Date,
): Promise<UserRow> {
  return db
    .insertInto("app_user")
    .values({
      user_id: userId,
      idp_id: idpId,
      open_id: newOpenId(),
      mobile: encryptedText(mobile, "user", idpId),
      mobile_key: lookupKeyParameter(mobile),
      nickname,
      avatar: null,
      ...noOwnProfile,
      ...vipOf(mobile),
      owner: isVerifiedOwner(mobile),
      series_codes: verifiedSeries(mobile),
      created_time: now,
      updated_time: now,
    })
    .onConflict((conflict) =>
      conflict.column("idp_id").doUpdateSet((row) => ({
        mobile: row.ref("excluded.mobile"),
        mobile_key: row.ref("excluded.mobile_key"),
        nickname: afterLogin,
        provider_nickname: providerAfterLogin,
        vip: vipAfterLogin("vip"),
        vip_level: vipAfterLogin("vip_level"),
        vip_until: vipAfterLogin("vip_until"),
        owner: row.ref("excluded.owner"),
        series_codes: row.ref("excluded.series_codes"),
        updated_time: row.ref("excluded.updated_time"),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the holder of a mobile a verified owner or no longer one, also a person who has never logged in. */
export const setVerifiedOwner = (
  database: Database,
  mobile: string,
  owner: boolean,
  seriesCodes: readonly string[],
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const db = transaction.withTables<UserTables>();
    const series_codes = owner ? [...seriesCodes] : [];
    const mobile_key = lookupKeyParameter(mobile);
    if (owner)
      await db
        .insertInto("verified_owner")
        .values({ mobile_key, series_codes })
        .onConflict((conflict) => conflict.column("mobile_key").doUpdateSet({ series_codes }))
        .execute();
    else await db.deleteFrom("verified_owner").where("mobile_key", "=", mobile_key).execute();
    await withUserChanges(transaction, sql`u.mobile_key = ${mobile_key}`, () =>
      db.updateTable("app_user").set({ owner, series_codes }).where("mobile_key", "=", mobile_key).execute(),
    );
  });

const wechatUserStore = (db: Kysely<UserTables>, follow: Follow) => ({
  /** Adds a user without an account at the provider and without a mobile, unless the id exists. */
  async addUser(userId: string, { nickname, avatar }: UserProfile, now: Date): Promise<void> {
    await db
      .insertInto("app_user")
      .values({
        user_id: userId,
        idp_id: null,
        open_id: newOpenId(),
        mobile: null,
        mobile_key: null,
        nickname,
        avatar,
        ...noOwnProfile,
        vip: false,
        vip_level: null,
        vip_until: null,
        owner: false,
        series_codes: [],
        created_time: now,
        updated_time: now,
      })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
  },
  async findUser(userId: string): Promise<UserRow | undefined> {
    return db.selectFrom("app_user").selectAll().where("user_id", "=", userId).executeTakeFirst();
  },
  /**
   * Sets nickname and avatar; for an account at the provider only an avatar that is missing. What the person has chosen
   * stays shown.
   */
  async setProfile(userId: string, { nickname, avatar }: UserProfile, now: Date): Promise<void> {
    const picture = (column: string) =>
      sql`case when idp_id is null then ${avatar}::text else coalesce(${sql.ref(column)}, ${avatar}::text) end`;
    await follow(sql`u.user_id = ${userId}`, (transaction) =>
      sql`update app_user set updated_time = ${now},
        nickname = case when idp_id is null and own_nickname is null then ${nickname} else nickname end,
        provider_nickname = case when idp_id is null and own_nickname is not null then ${nickname} else provider_nickname end,
        avatar = case when own_avatar is null then ${picture("avatar")} else avatar end,
        provider_avatar = case when own_avatar is null then null else ${picture("provider_avatar")} end
      where user_id = ${userId}`.execute(transaction),
    );
  },
});

export const userStore = (database: Database) => {
  const follow = createFollow(database);
  return { ...accountUserStore(follow), ...wechatUserStore(database.withTables<UserTables>(), follow) };
};
export type UserStore = ReturnType<typeof userStore>;
