import { sql } from "kysely";
import type { ActivityContent, DraftFields } from "#contract/console/activity/content.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import {
  activityStatusWindow,
  readLiveActivity,
  sanitiseRichText,
  type DraftColumns,
} from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { draftValues } from "./draft-rules.ts";
import { draftStore } from "./draft-store.ts";

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const timeFields: readonly string[] = ["startTime", "endTime", "signUpStartTime", "signUpEndTime"];

/** Columns of the values that can be shown; a time that is being typed leaves the stored one. */
function shownColumns(values: Partial<DraftFields>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  if (values.content !== undefined) columns["content"] = sanitiseRichText(values.content);
  for (const [field, value] of Object.entries(values)) {
    const column = columnOf(field);
    if (field === "dealerIds" || field === "asks" || field === "content") continue;
    if (typeof value !== "string" || !timeFields.includes(field)) columns[column] = value;
    else if (!Number.isNaN(Date.parse(value))) columns[column] = new Date(value);
  }
  return columns;
}

/** Window of the sign-up or of the activity, which the status follows. */
function windowOf(content: ActivityContent, columns: Record<string, unknown>) {
  const timeOf = (field: "startTime" | "endTime" | "signUpStartTime" | "signUpEndTime"): number =>
    (columns[columnOf(field)] as Date | undefined)?.getTime() ?? Date.parse(content[field]);
  const { open, close } = activityStatusWindow({
    activityType: content.activityType,
    startTime: timeOf("startTime"),
    endTime: timeOf("endTime"),
    signUpStartTime: timeOf("signUpStartTime"),
    signUpEndTime: timeOf("signUpEndTime"),
  });
  return { open_time: new Date(open), close_time: new Date(close) };
}

async function dealersOf(
  db: Database,
  ids: readonly string[],
  dealerId: string | null,
): Promise<Pick<DraftColumns, "dealers" | "dealer_name" | "dealer_status">> {
  const { rows: dealers } = await sql<Organisation>`
    select d.organisation_id as id, d.code, d.name, d.status, d.address, d.phone, d.province_code as "provinceCode",
      d.city_code as "cityCode", d.longitude, d.latitude
    from organisation d where d.organisation_id = any(${[...ids]}::text[])
    order by (d.organisation_id = ${dealerId}) desc nulls last, d.organisation_id`.execute(db);
  const own = dealers.find(({ id }) => id === dealerId);
  return { dealers, dealer_name: own?.name ?? null, dealer_status: own?.status ?? null };
}

/**
 * Finds the columns of an activity's draft for its preview: the page shows what the draft says, and what it does not say
 * as it is stored (requirement CO46).
 */
export const activityDraftColumns =
  (db: Database) =>
  async (activityId: string): Promise<DraftColumns | null> => {
    const draft = await draftStore(db).read(activityId);
    const live = await readLiveActivity(db, activityId, { isLocked: false });
    if (draft === null || live === null) return null;
    const values = draftValues(draft.fields);
    const columns = shownColumns(values);
    const dealerId = values.dealerId === undefined ? live.content.dealerId : values.dealerId;
    const asks = values.asks && { ...values.asks, session: live.content.sessions.length > 0 };
    return {
      ...columns,
      ...windowOf(live.content, columns),
      ...(asks && { asks }),
      ...(await dealersOf(db, values.dealerIds ?? live.content.dealerIds, dealerId)),
    };
  };
