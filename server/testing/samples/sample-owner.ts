import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { encryptedText, lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import type { TestApp } from "../app.ts";
import { testVin } from "./sample-vin.ts";

const SERIES = "owner-e7";
/** An application under review that nobody has been asked about. @param since its time, ms */
export async function addOwnerApplication(
  app: TestApp,
  mobile: string,
  { vin = testVin(), since = app.context.clock.now() }: { vin?: string; since?: number } = {},
) {
  const { db } = app.context;
  const { userId, token } = await app.login(mobile, { nickname: "周行远" });
  await sql`insert into series (series_code, name, image_url, position) values (${SERIES}, '青岚 E7', '/e7', 9)
    on conflict do nothing`.execute(db);
  const applicationId = newId();
  const time = new Date(since);
  await sql`insert into owner_application (application_id, user_id, mobile, mobile_key, vin, vin_key, series_code,
      consent_version, status, created_time, due_time)
    values (${applicationId}, ${userId}, ${encryptedText(mobile, "ownermobile", applicationId)},
      ${lookupKeyParameter(mobile)}, ${encryptedText(vin, "ownervin", applicationId)}, ${lookupKeyParameter(vin)},
      ${SERIES}, '1', 1, ${time}, ${time})`.execute(db);
  return { applicationId, userId, token, mobile, vin };
}
