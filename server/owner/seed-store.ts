import type { Database } from "../database/connection/database.ts";
import { unnestRows, type UnnestColumn } from "../database/batching/unnest-rows.ts";
import { sql } from "kysely";
import type { OwnerPorts } from "./ports.ts";
import type { NewOwnerApplication } from "./store.ts";

/** An application of the demo; one under review has no reason and no decision. Times as dates. */
export type SeededOwnerApplication = NewOwnerApplication & {
  readonly status: 1 | 2 | 3;
  readonly reason: string | null;
  readonly decided_time: Date | null;
};

const YEAR = 365 * 86_400_000;
const answers = { 1: "review", 2: "accepted", 3: "declined" } as const;
const iso = (time: Date | null): string | null => time && time.toISOString();
const columns: Readonly<Record<string, UnnestColumn<SeededOwnerApplication>>> = {
  application_id: { type: "text", of: (row) => row.application_id },
  user_id: { type: "text", of: (row) => row.user_id },
  mobile: {
    type: "text",
    of: (row, keyring) => keyring.encrypt(row.mobile, "ownermobile", row.application_id),
  },
  mobile_key: { type: "text", of: (row, keyring) => keyring.lookup(row.mobile) },
  vin: { type: "text", of: (row, keyring) => keyring.encrypt(row.vin, "ownervin", row.application_id) },
  vin_key: { type: "text", of: (row, keyring) => keyring.lookup(row.vin) },
  series_code: { type: "text", of: (row) => row.series_code },
  picture_id: { type: "text", of: (row) => row.picture_id },
  consent_version: { type: "text", of: (row) => row.consent_version },
  status: { type: "int", of: (row) => String(row.status) },
  reason: { type: "text", of: (row) => row.reason },
  created_time: { type: "timestamptz", of: (row) => iso(row.created_time) },
  decided_time: { type: "timestamptz", of: (row) => iso(row.decided_time) },
  // The reviewer has answered all of them, and is not asked again by itself.
  due_time: {
    type: "timestamptz",
    of: (row) => (row.status === 1 ? iso(new Date(row.created_time.getTime() + YEAR)) : null),
  },
  answer: { type: "text", of: ({ status }) => answers[status] },
  answered_time: { type: "timestamptz", of: (row) => iso(row.decided_time ?? row.created_time) },
};

/** Adds applications of the demo, and makes owners of the accepted people; a repeated call changes nothing. */
export async function seedOwnerApplications(
  db: Database,
  { setOwner }: Pick<OwnerPorts, "setOwner">,
  rows: readonly SeededOwnerApplication[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  await sql`insert into owner_application (${names}) select ${names} from ${unnestRows(rows, columns)}
    on conflict do nothing`.execute(db);
  for (const { status, mobile, series_code } of rows)
    if (status === 2) await setOwner(db, mobile, [series_code]);
}
