import type { ActivityDetail, FormField } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";

export type SignUpRow = {
  activity_id: string;
  user_id: string;
  signup_id: string;
  ticket_code: string;
  status: "confirmed" | "waitlisted";
  name: string;
  mobile: string;
  series_code: string | null;
  dealer_id: string | null;
  session_id: string | null;
  answers: Record<string, string>;
  channel: Channel;
  idempotency_key: string | null;
  body_hash: string;
  created_time: Date;
};
export type SessionRow = {
  activity_id: string;
  session_id: string;
  dealer_id: string | null;
  start_time: Date;
  end_time: Date;
  quota: number;
  taken: number;
};
export type SignUpTables = {
  signup: SignUpRow;
  activity_session: SessionRow;
  activity_dealer: { activity_id: string; organisation_id: string };
  organisation: { organisation_id: string; name: string; status: string; address: string };
  series: { series_code: string; name: string };
  activity: {
    activity_id: string;
    activity_type: "localoffline" | "online";
    title: string;
    cover_url: string;
    address: string;
    start_time: Date;
    end_time: Date;
    sign_up_start_time: Date;
    sign_up_end_time: Date;
    quota: number | null;
    taken: number;
    process_key: string;
    node_key: string;
    series_codes: string[];
    asks: ActivityDetail["asks"];
    form: FormField[];
    is_published: boolean;
  };
};
