import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { ShareHelpRow, ShareLinkRow, ShareTables } from "./tables.ts";

/** People's links. */
const linkStore = (database: Database) => {
  const db = database.withTables<ShareTables>();
  return {
    /** Finds the type of a published activity; null if there is none. */
    async activityType(activityId: string): Promise<ShareTables["activity"]["activity_type"] | null> {
      const row = await db
        .selectFrom("activity")
        .select("activity_type")
        .where("activity_id", "=", activityId)
        .where("is_published", "=", true)
        .executeTakeFirst();
      return row?.activity_type ?? null;
    },
    async referenceOf(activityId: string, userId: string): Promise<string | null> {
      const row = await db
        .selectFrom("share_link")
        .select("reference")
        .where("activity_id", "=", activityId)
        .where("user_id", "=", userId)
        .where("is_current", "=", true)
        .executeTakeFirst();
      return row?.reference ?? null;
    },
    /** Adds a person's link of an activity unless one exists. @returns whether it was added */
    async addLink(row: Omit<ShareLinkRow, "is_current">): Promise<boolean> {
      const added = await db
        .insertInto("share_link")
        .values({ ...row, is_current: true })
        .onConflict((conflict) => conflict.doNothing())
        .returning("reference")
        .execute();
      return added.length === 1;
    },
    /** Finds the sharer of a reference. */
    async sharer(
      activityId: string,
      reference: string,
    ): Promise<{ userId: string; nickname: string } | null> {
      const { rows } = await sql<{ userId: string; nickname: string }>`
        select u.user_id as "userId", u.nickname from share_link l join app_user u on u.user_id = l.user_id
        where l.reference = ${reference} and l.activity_id = ${activityId}`.execute(database);
      return rows[0] ?? null;
    },
  };
};

/** Helps between friends and sharers. */
const helpStore = (database: Database) => {
  const db = database.withTables<ShareTables>();
  return {
    async userOfOpenId(openId: string): Promise<string | null> {
      const { rows } = await sql<{ user_id: string }>`
        select user_id from app_user where open_id = ${openId}`.execute(database);
      return rows[0]?.user_id ?? null;
    },
    /** Finds the sharer whom a person has helped in an activity; null: none yet. */
    async helpedSharer(activityId: string, friendId: string): Promise<string | null> {
      const row = await db
        .selectFrom("share_help")
        .select("sharer_id")
        .where("activity_id", "=", activityId)
        .where("friend_id", "=", friendId)
        .where("op", "=", "claim")
        .executeTakeFirst();
      return row?.sharer_id ?? null;
    },
    async hasOpened(activityId: string, sharerId: string, friendId: string): Promise<boolean> {
      const row = await db
        .selectFrom("share_help")
        .select("op")
        .where("activity_id", "=", activityId)
        .where("sharer_id", "=", sharerId)
        .where("friend_id", "=", friendId)
        .where("op", "=", "open")
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Adds a help; unique indexes admit one of several concurrent calls. @returns whether it was added */
    async addHelp(row: ShareHelpRow): Promise<boolean> {
      const counted = await db
        .insertInto("share_help")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning("op")
        .execute();
      return counted.length === 1;
    },
  };
};

export const shareStore = (database: Database) => ({ ...linkStore(database), ...helpStore(database) });
export type ShareStore = ReturnType<typeof shareStore>;
