import type { ContestKind } from "#contract/contest/contest.ts";

export type ContestRow = {
  activity_id: string;
  kind: ContestKind;
  votes: number;
  period: "day" | "once";
  entries_per_person: number;
  is_approved_first: boolean;
  picture_question: string | null;
  caption_question: string | null;
};
/** Status of an entry: in review, shown, hidden. */
export type EntryStatus = 0 | 1 | 2;
export type EntryRow = {
  entry_id: string;
  activity_id: string;
  /** null: a choice of the organiser */
  user_id: string | null;
  signup_id: string | null;
  /** Id of an uploaded picture, or an address below the origin */
  picture: string;
  title: string;
  caption: string;
  status: EntryStatus;
  place: number;
  votes: number;
  created_time: Date;
};
/** A contest with the columns of its activity that it depends on. */
export type ContestDetailRow = ContestRow & {
  activity_type: "localoffline" | "online";
  title: string;
  cover_url: string;
  start_time: Date;
  end_time: Date;
};
