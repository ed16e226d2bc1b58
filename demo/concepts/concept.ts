import type { ActivityDetail, FormField } from "#contract/activity/activity.ts";

export type SpotKind = "hill" | "shore" | "camp" | "street" | "track" | "snow";
export type DealerKind = "中心" | "空间" | "服务" | "优选";
export type SeriesCode = "yuanshan" | "xingyun" | "zhuguang" | "xiaocheng" | "wangye" | "zhiwei";
export type BusinessType = ActivityDetail["businessType"];
/** A picture of art/ without `cover-` and `.svg`. */
export type CoverName =
  | "badlands"
  | "camping"
  | "charging"
  | "city-drive"
  | "dusk"
  | "mountain-dawn"
  | "night-highway"
  | "owner-meet"
  | "shore"
  | "showroom"
  | "snow"
  | "stars"
  | "terrace"
  | "track-day"
  | "used-car"
  | "workshop";

/**
 * Texts of offline and online concepts. `{place}`, `{city}` and others are template values of the activity
 * (activity/offline.ts, activity/online.ts).
 */
export type ConceptTexts = {
  readonly key: string;
  readonly businessType: BusinessType;
  readonly cover: CoverName;
  /** Picture within the text, and its description. */
  readonly picture: readonly [CoverName, string];
  readonly series: readonly SeriesCode[];
  /** Variants, used in rotation. */
  readonly titles: readonly string[];
  readonly subtitles: readonly string[];
  readonly openings: readonly string[];
  /** Blocks of lines: `# ` a heading, `- ` a list item, `!` the picture, otherwise a paragraph. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly fee: string;
  readonly questions: readonly FormField[];
  /** Lines: name | value. */
  readonly benefits: string;
  /** Lines. */
  readonly rules: string;
  /** Description of a shared link. */
  readonly share: string;
  readonly asksSeries: boolean;
  readonly pageType: ActivityDetail["pageType"];
};

/** A concept of an event that is held in many cities. */
export type Concept = ConceptTexts & {
  /** Kinds of venues in order of preference. */
  readonly venueKinds: readonly (SpotKind | DealerKind)[];
  /** Suitable months; absent: all. */
  readonly months?: readonly number[];
  /** Not during frost. */
  readonly isMildOnly?: true;
  /** Not where winters are warm. */
  readonly isNotWarm?: true;
  /** All dealers of this kind in the city take part, at most three. */
  readonly isMultiDealer?: true;
  /** HH:mm-HH:mm, one for each session of a day. */
  readonly hours: readonly string[];
  /** Number of days: Saturday, Sunday, the next Saturday … */
  readonly days: number;
  /** Seats of a session; null: no limit, and no sessions. */
  readonly seats: readonly number[] | null;
  /** Lines: HH:mm title | remark. */
  readonly agenda: string;
};

/** One run of an online concept; days are relative to the day of the import. */
export type Edition = {
  readonly from: number;
  readonly to: number;
  /** Participants before the first start. */
  readonly taken: number;
  /** Seats; absent: no limit. */
  readonly quota?: number;
  /** A draft: visible only in preview mode. */
  readonly isDraft?: true;
  readonly values: Readonly<Record<string, string>>;
  readonly cover?: CoverName;
  readonly series?: readonly SeriesCode[];
};

/** A concept without a place: runs of headquarters, or one run for each region. */
export type OnlineConcept = ConceptTexts & {
  /** Cover outside winter. */
  readonly mildCover?: CoverName;
  readonly editions:
    | readonly Edition[]
    /** Run of the first region; each next region begins `step` days later. */
    | { readonly from: number; readonly step: number; readonly length: number };
};
