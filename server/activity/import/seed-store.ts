import type { ActivityDetail, Banner } from "#contract/activity/activity.ts";
import type { PageBlockInput } from "#contract/blocks/blocks.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { announceContent } from "../../database/shared-tables/change-announcement-store.ts";
import { noteFigureScope } from "../../database/shared-tables/figure-change-store.ts";
import { cellOf } from "../browse/geo-grid.ts";
import { signUpEndOf, activityStatusWindow } from "../rules.ts";
import type { ActivityTables } from "../tables.ts";

/** A session to add; times in ms. */
export type NewSession = {
  sessionId: string;
  dealerId: string | null;
  startTime: number;
  endTime: number;
  quota: number;
  taken: number;
};
/** An activity to add; times in ms. */
export type NewActivity = Pick<
  ActivityDetail,
  | "activityId"
  | "title"
  | "subtitle"
  | "coverUrl"
  | "activityType"
  | "businessType"
  | "sponsorLevel1"
  | "sponsorLevel2"
  | "sec"
  | "processKey"
  | "nodeKey"
  | "provinceCode"
  | "cityCode"
  | "address"
  | "longitude"
  | "latitude"
  | "quota"
  | "seriesCodes"
  | "tags"
  | "fee"
  | "content"
  | "agenda"
  | "form"
  | "benefits"
  | "rules"
  | "share"
  | "pageType"
  | "asks"
> & {
  startTime: number;
  endTime: number;
  signUpStartTime: number;
  signUpEndTime: number;
  taken: number;
  dealerId: string | null;
  dealerIds: string[];
  /** true: not published, shown in preview mode only */
  isDraft?: boolean;
  /** Blocks of the page of an online activity. */
  blocks: readonly PageBlockInput[];
  sessions: NewSession[];
};
export type NewSeries = { seriesCode: string; seriesName: string; imageUrl: string; position: number };
export type NewBanner = Banner & {
  position: string;
  place: number;
  cityCode: string | null;
  /** Window in which it is shown; null: not limited, missing: as stored. */
  fromTime?: Date | null;
  toTime?: Date | null;
};

/** Rows of one insert statement; PostgreSQL takes at most 65,535 parameters. */
const CHUNK = 200;
const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) => all.slice(at * CHUNK, (at + 1) * CHUNK));
/** Both drivers take jsonb parameters as text. */
export const jsonColumn = <T>(value: T): T => JSON.stringify(value) as T;

/** Converts an activity to its row without blocks; rich text is not sanitised yet. */
export function activityRowOf(one: NewActivity): Omit<ActivityTables["activity"], "blocks"> {
  const { open, close } = activityStatusWindow(one);
  return {
    activity_id: one.activityId,
    title: one.title,
    subtitle: one.subtitle,
    cover_url: one.coverUrl,
    activity_type: one.activityType,
    business_type: one.businessType,
    sponsor_level1: one.sponsorLevel1,
    sponsor_level2: one.sponsorLevel2,
    sec: one.sec,
    process_key: one.processKey,
    node_key: one.nodeKey,
    start_time: new Date(one.startTime),
    end_time: new Date(one.endTime),
    sign_up_start_time: new Date(one.signUpStartTime),
    sign_up_end_time: new Date(signUpEndOf(one)),
    open_time: new Date(open),
    close_time: new Date(close),
    province_code: one.provinceCode,
    city_code: one.cityCode,
    address: one.address,
    longitude: one.longitude,
    latitude: one.latitude,
    cell: cellOf(one.longitude, one.latitude),
    quota: one.quota,
    taken: one.taken,
    series_codes: one.seriesCodes,
    tags: one.tags,
    fee: one.fee,
    dealer_id: one.dealerId,
    content: one.content,
    agenda: jsonColumn(one.agenda),
    form: jsonColumn(one.form),
    benefits: jsonColumn(one.benefits),
    rules: one.rules,
    share: jsonColumn(one.share),
    page_type: one.pageType,
    asks: jsonColumn(one.asks),
    is_published: !one.isDraft,
  };
}

export const sessionRowsOf = ({
  activityId,
  sessions,
}: Pick<NewActivity, "activityId" | "sessions">): ActivityTables["activity_session"][] =>
  sessions.map((one) => ({
    activity_id: activityId,
    session_id: one.sessionId,
    dealer_id: one.dealerId,
    start_time: new Date(one.startTime),
    end_time: new Date(one.endTime),
    quota: one.quota,
    taken: one.taken,
  }));

export const seriesRowOf = ({
  seriesCode,
  seriesName,
  imageUrl,
  position,
}: NewSeries): Omit<ActivityTables["series"], "is_hidden"> => ({
  series_code: seriesCode,
  name: seriesName,
  image_url: imageUrl,
  position,
});

/** Columns of a banner; a window that is not given is left out. */
export const bannerRowOf = (one: NewBanner) => ({
  banner_id: one.id,
  position: one.position,
  place: one.place,
  city_code: one.cityCode,
  image_url: one.imageUrl,
  link: one.link,
  title: one.title,
  subtitle: one.subtitle,
  action: one.action,
  tone: one.tone,
  ...(one.fromTime !== undefined && { from_time: one.fromTime }),
  ...(one.toTime !== undefined && { to_time: one.toTime }),
});

/** Adds activities, series and banners to a database without any. */
export const activitySeed = (database: Database) => {
  const db = database.withTables<ActivityTables>();
  return {
    async isEmpty(): Promise<boolean> {
      return (
        (await db.selectFrom("activity").select("activity_id").limit(1).executeTakeFirst()) === undefined
      );
    },
    /** @throws Refusal "invalid" for invalid blocks, with a message per path */
    async addActivities(all: readonly NewActivity[]): Promise<void> {
      // Imported here, since a product that adds no activities never needs it.
      const [{ sanitiseRichText }, { parseBlocks }] = await Promise.all([
        import("../content/sanitise-html.ts"),
        import("../content/blocks.ts"),
      ]);
      const rows = all.map((one) => ({
        ...activityRowOf(one),
        content: sanitiseRichText(one.content),
        blocks: jsonColumn(parseBlocks(one.blocks)),
      }));
      const dealers = all.flatMap(({ activityId, dealerIds }) =>
        dealerIds.map((id) => ({ activity_id: activityId, organisation_id: id })),
      );
      const sessions = all.flatMap(sessionRowsOf);
      // One transaction, so that a crash leaves no part of the activities.
      await database.transaction().execute(async (inner) => {
        const transaction = inner.withTables<ActivityTables>();
        for (const part of chunks(rows)) await transaction.insertInto("activity").values(part).execute();
        for (const part of chunks(dealers))
          await transaction.insertInto("activity_dealer").values(part).execute();
        for (const part of chunks(sessions))
          await transaction.insertInto("activity_session").values(part).execute();
        if (rows.length === 0) return;
        await announceContent(inner, "activity_told");
        await noteFigureScope(inner, "activity_figure_scope");
      });
    },
    async addSeries(all: readonly NewSeries[]): Promise<void> {
      const rows = all.map(seriesRowOf);
      if (rows.length > 0)
        await inTransaction(database, async (transaction) => {
          await transaction
            .withTables<ActivityTables>()
            .insertInto("series")
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          await announceContent(transaction, "series_told");
        });
    },
    async addBanners(all: readonly NewBanner[]): Promise<void> {
      const rows = all.map(bannerRowOf);
      if (rows.length > 0)
        await db
          .insertInto("banner")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
};
