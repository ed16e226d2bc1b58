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
  /**
   * Stored columns: personal data is encrypted in `person`; `mobile_key` is a keyed hash of mobile and person (of
   * leads of earlier releases: of the mobile), `number_key` one of the mobile alone.
   */
  lead: LeadRow & {
    person: EncryptedParameter | null;
    mobile_key: string | null;
    number_key: string | null;
  };
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
