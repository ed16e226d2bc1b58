import { sql } from "kysely";
import { listBanners } from "#contract/activity/activity.ts";
import { createBanner, type BannerFields } from "#contract/console/content/banners.ts";
import type { OperatorArgs, OperatorCall } from "#contract/console/operator-call.ts";
import type { TestApp } from "../../testing/app.ts";
import { callAsOperator, type TestOperator } from "../../testing/operator.ts";

/** Fields of a complete banner. */
export const sampleBanner = (over: Partial<BannerFields> = {}): BannerFields => ({
  position: "mall",
  cityCode: null,
  imageUrl: "/media/banner.jpg",
  link: "/list",
  title: "秋日试驾季",
  subtitle: "周末就出发",
  action: "去看看",
  tone: "light",
  fromTime: null,
  toTime: null,
  ...over,
});

/** Banners of a test, and operators' acts on them. */
export function testBanners(app: TestApp) {
  const { db } = app.context;
  const call = <C extends OperatorCall>(who: TestOperator, called: C, args: OperatorArgs<C>) =>
    callAsOperator(app, who, called, args);
  return {
    call,
    add: async (who: TestOperator, over: Partial<BannerFields> = {}) =>
      (await call(who, createBanner, sampleBanner(over))).data.banner,
    /** Titles as visitors see them. */
    shown: async (position: string, cityCode?: string, at = app): Promise<string[]> =>
      (await at.call(listBanners, { position, ...(cityCode !== undefined && { cityCode }) })).data.map(
        ({ title }) => title,
      ),
    /** Lines of the audit log about a banner, in order. */
    async auditOf(bannerId: string): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`select action || ' ' || outcome as line from audit_entry
        where about_kind = 'banner' and about_id = ${bannerId} order by at_time, audit_id`.execute(db);
      return rows.map(({ line }) => line);
    },
    empty: (): Promise<unknown> => sql`delete from banner`.execute(db),
  };
}
