import type { ShareCredit } from "#contract/share/share.ts";

export type ShareLinkRow = {
  reference: string;
  activity_id: string;
  user_id: string;
  is_current: boolean;
  created_time: Date;
};
export type ShareHelpRow = {
  activity_id: string;
  sharer_id: string;
  friend_id: string;
  op: "open" | "claim";
  created_time: Date;
};
/** A link with its results. */
export type ShareStatisticsRow = {
  activity_id: string;
  activity_type: "localoffline" | "online";
  title: string;
  cover_url: string;
  reference: string;
  created_time: Date;
  opens: number;
  helps: number;
  sign_ups: number;
  leads: number;
};
export type CreditRow = { kind: ShareCredit["kind"]; name: string; time: Date };
export type ShareTables = {
  share_link: ShareLinkRow;
  share_help: ShareHelpRow;
  activity: { activity_id: string; activity_type: "localoffline" | "online"; is_published: boolean };
};
