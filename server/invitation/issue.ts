import { randomBytes } from "node:crypto";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { newId } from "../core/ids.ts";
import { sha256 } from "../core/secrets.ts";
import type { InvitedSignUp } from "./ports.ts";
import { invitationStore } from "./store.ts";

/** 128 bits, base64url. */
const CODE_BYTES = 16;

/** Issues a code for one person. @returns the code, of which only the hash is stored */
export async function issueInvitationCode(
  db: Database,
  { activityId, name, seriesCode, dealerId, sessionId }: InvitedSignUp,
  { by, now, expires }: { readonly by: AuditActor; readonly now: Date; readonly expires: Date },
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await invitationStore(db).add({
    code_hash: sha256(code),
    invitation_id: newId(),
    activity_id: activityId,
    guest: name,
    series_code: seriesCode,
    dealer_id: dealerId,
    session_id: sessionId,
    created_time: now,
    expires_time: expires,
    issued_by: by.host === "console" ? by.id : null,
    issued_door: by.host,
  });
  return code;
}

/** Issues a code for each guest, with one audit entry for all of them. */
export const issueInvitations = (
  db: Database,
  guests: readonly InvitedSignUp[],
  { by, now, expires }: { readonly by: AuditActor; readonly now: Date; readonly expires: Date },
): Promise<string[]> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const codes: string[] = [];
      for (const guest of guests)
        codes.push(await issueInvitationCode(transaction, guest, { by, now, expires }));
      return codes;
    },
    (codes) => ({
      by,
      action: "seal.issue",
      about: { kind: "activity", id: guests[0]?.activityId ?? null },
      outcome: `${codes.length} codes`,
      now,
    }),
  );
