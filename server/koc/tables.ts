import type { ActivityDetail } from "#contract/activity/activity.ts";

export type KocProgramRow = {
  activity_id: string;
  slogan: string;
  places: number;
  taken: number;
  goal: number;
  from_time: Date;
  to_time: Date;
};
export type KocRow = {
  activity_id: string;
  user_id: string;
  status: 1 | 2 | 3;
  reason: string | null;
  applied_time: Date;
  reviewed_time: Date | null;
};
export type KocTables = {
  koc_program: KocProgramRow;
  koc: KocRow;
  activity: {
    activity_id: string;
    activity_type: "localoffline" | "online";
    title: string;
    cover_url: string;
    benefits: ActivityDetail["benefits"];
    is_published: boolean;
  };
};
