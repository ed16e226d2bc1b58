import { sql } from "kysely";
import { everyScope } from "#contract/console/scope.ts";
import { newId } from "../../core/ids.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { insertRequest, setCopy, setIdentified } from "../../privacy/console/request-store.ts";
import type { TestApp } from "../app.ts";

/** Has an operator take in a request for a copy, which waits to be fetched. */
export async function askForCopy({ context: { db, clock } }: TestApp, userId: string): Promise<void> {
  const now = new Date(clock.now());
  const act = { requestId: newId(), by: "1", now };
  const asked = { kind: "export", channel: "phone", received: now, due: now, takenBy: "1" } as const;
  await insertRequest(db, { ...act, ...asked, words: "要一份自己的资料" });
  await setIdentified(db, act, userId, "mobile");
  await setCopy(db, act, "一份副本");
}

/** Has an operator export a list with the person; the file lies ready to be fetched. */
export async function exportPerson(
  { console: { operators }, context: { db, clock } }: TestApp,
  userId: string,
  name: string,
): Promise<void> {
  const operatorId = await operators.seed({
    name: "王运营",
    grants: [{ role: "hq-admin", scope: everyScope }],
  });
  const [exportId, now] = [newId(), new Date(clock.now())];
  await sql`
    insert into export_job (export_id, operator_id, list, format, is_full, export_request, state, expected,
      is_expected_exact, lease_time, as_of, created_time, expires_time, names_person)
    values (${exportId}, ${operatorId}, 'guests', 'csv', false, ${encryptedText(name, "exportrequest", exportId)}, 'ready', 1,
      true, ${now}, ${now}, ${now}, ${new Date(now.getTime() + 3_600_000)}, true)`.execute(db);
  await sql`insert into export_part (export_id, part_no, file_part)
    values (${exportId}, 1, ${encryptedText(name, "filepart", exportId, "1")})`.execute(db);
  await sql`insert into export_person (export_id, user_id) values (${exportId}, ${userId})`.execute(db);
}
