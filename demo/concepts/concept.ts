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
 * The texts that offline and online concepts have alike. `{place}`, `{city}` and the other
 * words of `writer.ts` stand for what an activity fills in.
 */
export type ConceptTexts = {
  readonly key: string;
  readonly businessType: BusinessType;
  readonly cover: CoverName;
  /** The picture within the text, and what it shows. */
  readonly picture: readonly [CoverName, string];
  readonly series: readonly SeriesCode[];
  /** One is taken by turns. */
  readonly titles: readonly string[];
  readonly subtitles: readonly string[];
  readonly openings: readonly string[];
  /** Blocks of lines: `# ` a heading, `- ` a list item, `!` the picture, anything else a paragraph. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly fee: string;
  readonly questions: readonly FormField[];
  /** Lines: name | value. */
  readonly benefits: string;
  /** Lines. */
  readonly rules: string;
  /** What a shared link says below its title. */
  readonly share: string;
  readonly asksSeries: boolean;
  readonly pageType: ActivityDetail["pageType"];
};

/** One idea of an event, held in many cities. */
export type Concept = ConceptTexts & {
  /** Where it is held, first choice first. */
  readonly at: readonly (SpotKind | DealerKind)[];
  /** Months in which it makes sense; all where it is missing. */
  readonly months?: readonly number[];
  /** Not in the months of frost where there is frost. */
  readonly isMildOnly?: true;
  /** Not where winters are warm. */
  readonly isNotWarm?: true;
  /** Every dealer of the kind in the city takes part, at most three. */
  readonly isMultiDealer?: true;
  /** HH:mm-HH:mm, one for each session of a day. */
  readonly hours: readonly string[];
  /** On how many days: Saturday, Sunday, the next Saturday … */
  readonly days: number;
  /** Seats of a session; null: no limit, and then no sessions. */
  readonly seats: readonly number[] | null;
  /** Lines: HH:mm title | remark. */
  readonly agenda: string;
};

/** One run of an online idea; days are counted from the day the demo brand is filled in. */
export type Edition = {
  readonly from: number;
  readonly to: number;
  /** How many took part before the first start, where it had begun. */
  readonly taken: number;
  /** Seats; no limit where it is missing. */
  readonly quota?: number;
  /** Still being written: shown in preview mode alone. */
  readonly isDraft?: true;
  readonly words: Readonly<Record<string, string>>;
  readonly cover?: CoverName;
  readonly series?: readonly SeriesCode[];
};

/** One idea without a place: runs by headquarters, or one run by each region. */
export type OnlineConcept = ConceptTexts & {
  /** Its cover where it is not winter. */
  readonly mildCover?: CoverName;
  readonly editions:
    | readonly Edition[]
    /** The first region's run; each next region begins `step` days later. */
    | { readonly from: number; readonly step: number; readonly length: number };
};
