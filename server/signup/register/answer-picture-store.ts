import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { SignUpWithPictures } from "../ports.ts";

/** SQL condition: a sign-up or a waitlist entry with the id of row p exists. */
const isSignedUp = sql`(exists (select from signup s where s.signup_id = p.signup_id)
  or exists (select from waitlist w where w.signup_id = p.signup_id))`;

/** Pictures that answer questions of sign-up forms, by sign-up. */
export const answerPictureStore = (database: Database) => ({
  /** Names the pictures of a sign-up that is about to be written. @param db a transaction */
  async add(
    db: Database,
    { activityId, userId, signUpId }: SignUpWithPictures,
    pictureIds: readonly string[],
    now: Date,
  ): Promise<void> {
    await sql`insert into signup_picture (signup_id, picture_id, activity_id, user_id, created_time)
      select ${signUpId}, id, ${activityId}, ${userId}, ${now}::timestamptz
      from unnest(${[...pictureIds]}::text[]) as id on conflict do nothing`.execute(db);
  },
  /** Forgets the pictures of a sign-up unless it exists. @returns their ids */
  async removeUnlessSignedUp(signUpId: string): Promise<string[]> {
    const { rows } = await sql<{ picture_id: string }>`
      delete from signup_picture p where p.signup_id = ${signUpId} and not ${isSignedUp}
      returning picture_id`.execute(database);
    return rows.map(({ picture_id }) => picture_id);
  },
  /** Forgets pictures of sign-ups that were never written, or were cancelled. @param before of their addition */
  async removeOrphans(before: Date): Promise<void> {
    await sql`delete from signup_picture p where p.created_time < ${before} and not ${isSignedUp}`.execute(
      database,
    );
  },
  /** Filters pictures to those of sign-ups and waitlist entries. */
  async findInUse(pictureIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ picture_id: string }>`
      select distinct picture_id from signup_picture p
      where p.picture_id = any(${[...pictureIds]}::text[]) and ${isSignedUp}`.execute(database);
    return rows.map(({ picture_id }) => picture_id);
  },
});
export type AnswerPictureStore = ReturnType<typeof answerPictureStore>;
