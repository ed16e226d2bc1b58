import type { ActivityDetail, FormField } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";
import type { EncryptedParameter } from "../database/encryption/encrypted-columns.ts";

/** Marketing channel of a visit, and its time (ISO 8601, UTC). */
type LeadTouch = Channel & { readonly time: string };
export type LeadRow = {
  activity_id: string;
  mobile: string | null;
  lead_id: string;
  user_id: string;
  name: string | null;
  province_code: string;
  city_code: string;
  dealer_id: string | null;
  series_code: string | null;
  answers: Record<string, string>;
  consent_version: string;
  consent_time: Date;
  first_touch: LeadTouch;
  last_touch: LeadTouch;
  idempotency_key: string | null;
  body_hash: string;
  created_time: Date;
  updated_time: Date;
  withdrawn_time: Date | null;
};
export type LeadTables = {
  /** Stored columns: personal data is encrypted in `person`, the mobile is a keyed hash. */
  lead: LeadRow & { person: EncryptedParameter | null; mobile_key: EncryptedParameter | null };
  activity: {
    activity_id: string;
    activity_type: "localoffline" | "online";
    page_type: ActivityDetail["pageType"];
    open_time: Date;
    close_time: Date;
    series_codes: string[];
    form: FormField[];
    is_published: boolean;
  };
};
