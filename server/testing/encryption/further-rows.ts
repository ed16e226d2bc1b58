import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import type { TestApp } from "../app.ts";

type Tables = {
  job: Record<string, unknown>;
  signup_cancelled: Record<string, unknown>;
  token_revocation: Record<string, unknown>;
  user_session: {
    user_id: string;
    token_hash: string;
    provider_token_hash: string;
    provider_token: unknown;
  };
};

/** Fills columns that only a bulk act, a give-up for a guest, or an external provider's logout fills, with a text. */
export async function addFurtherRows(
  { context }: Pick<TestApp, "context">,
  text: string,
  { userId, activityId }: { readonly userId: string; readonly activityId: string },
): Promise<void> {
  const db = context.db.withTables<Tables>();
  const now = new Date(context.clock.now());
  const [jobId, signUpId, hash] = [newId(), newId(), newId()];
  await db
    .insertInto("job")
    .values({
      job_id: jobId,
      kind: "check-in",
      operator_id: newId(),
      scopes: "[]",
      arguments: "{}",
      job_words: encryptedText(text, "job", jobId),
      state: "done",
      row_count: 0,
      created_time: now,
      lease_time: now,
    })
    .execute();
  await db
    .insertInto("signup_cancelled")
    .values({
      signup_id: signUpId,
      activity_id: activityId,
      user_id: userId,
      channel: "{}",
      created_time: now,
      cancelled_time: now,
      cancel_reason: encryptedText(text, "giveup", signUpId),
    })
    .execute();
  await db
    .insertInto("token_revocation")
    .values({
      provider_token_hash: hash,
      provider_token: encryptedText(text, "providertoken", hash),
      due_time: now,
      until_time: now,
    })
    .execute();
  const session = await db
    .selectFrom("user_session")
    .select("token_hash")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("user_session")
    .set({ provider_token_hash: hash, provider_token: encryptedText(text, "providertoken", hash) })
    .where("token_hash", "=", session.token_hash)
    .execute();
}
