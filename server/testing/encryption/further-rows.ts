import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import type { TestApp } from "../app.ts";

type Tables = {
  rights_request: Record<string, unknown>;
  job: Record<string, unknown>;
  export_job: Record<string, unknown>;
  export_part: Record<string, unknown>;
  signup_cancelled: Record<string, unknown>;
  token_revocation: Record<string, unknown>;
  user_session: {
    user_id: string;
    token_hash: string;
    provider_token_hash: string;
    provider_token: unknown;
  };
};

/** A request about personal data with its copy. */
async function addRightsRequest(
  { db, clock }: TestApp["context"],
  text: string,
  userId: string,
): Promise<void> {
  const now = new Date(clock.now());
  const requestId = newId();
  await db
    .withTables<Tables>()
    .insertInto("rights_request")
    .values({
      request_id: requestId,
      kind: "export",
      channel: "phone",
      received_time: now,
      due_time: now,
      taken_by: newId(),
      taken_time: now,
      user_id: userId,
      request_words: encryptedText(text, "rightswords", requestId),
      export_text: encryptedText(text, "rightscopy", requestId),
    })
    .execute();
}

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
  await addRightsRequest(context, text, userId);
  await addExport(context.db, text, now);
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

/** Adds a file of an operator. */
async function addExport(anyDb: Database, text: string, now: Date): Promise<void> {
  const db = anyDb.withTables<Tables & { operator: Record<string, unknown> }>();
  const [exportId, operatorId] = [newId(), newId()];
  await db
    .insertInto("operator")
    .values({
      operator_id: operatorId,
      operator_name: encryptedText(text, "operatorname", operatorId),
      created_time: now,
    })
    .execute();
  await db
    .insertInto("export_job")
    .values({
      export_id: exportId,
      operator_id: operatorId,
      list: "guests",
      format: "csv",
      is_full: false,
      export_request: encryptedText(text, "exportrequest", exportId),
      state: "ready",
      expected: 1,
      is_expected_exact: true,
      lease_time: now,
      as_of: now,
      created_time: now,
      expires_time: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  await db
    .insertInto("export_part")
    .values({
      export_id: exportId,
      part_no: 1,
      file_part: encryptedText(text, "filepart", exportId, "1"),
    })
    .execute();
}
