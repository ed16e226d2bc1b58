import { sql } from "kysely";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { Clock } from "../core/clock.ts";
import { sha256 } from "../core/secrets.ts";
import type { Database } from "../database/connection/database.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { createStaffLinks, type StaffLink } from "../database/shared-tables/staff-links.ts";

/** Default validity of a preview, days: long enough for a review, too short for an address that is passed on. */
export const PREVIEW_DAYS = 7;

type PreviewOptions = { readonly db: Database; readonly clock: Clock; readonly by?: AuditActor };
type PreviewedActivity = { activity_type: string; process_key: string; node_key: string };

/** Path with query of a preview (requirement C17). @param page the part of the path before 00 */
const previewPath = (page: string, { process_key, node_key }: PreviewedActivity, token: string): string =>
  `${WEB_BASE}${page}/00?${String(
    new URLSearchParams({ preview: "1", processKey: process_key, nodeKey: node_key, previewToken: token }),
  )}`;

/** A preview as it is handed out, once: paths of the activity's page and of its coupons. */
export type IssuedPreview = { readonly linkId: string; readonly path: string; readonly couponPath: string };

/** Time within which a further use of a preview is not written, ms. */
const USE_INTERVAL = 60_000;
/** Notes that a preview was opened, at most once a minute; pages of visitors have no preview. */
export async function notePreviewUse(db: Database, token: string, now: Date): Promise<void> {
  await sql`update preview_link set last_used_time = ${now}
    where token_hash = ${sha256(token)}
      and (last_used_time is null or last_used_time <= ${new Date(now.getTime() - USE_INTERVAL)})`.execute(
    db,
  );
}

/** Creates and revokes the links that show drafts. */
export function previewLinks(options: PreviewOptions) {
  const { db, clock } = options;
  const links = createStaffLinks<{ activity_id: string; shows_draft: boolean }>(options, "preview_link");
  return {
    /**
     * Creates a link.
     * @param showsDraft shows the console's draft instead of what is stored
     * @returns null if there is no such activity
     */
    async add(
      activityId: string,
      days = PREVIEW_DAYS,
      { showsDraft = false }: { readonly showsDraft?: boolean } = {},
    ): Promise<IssuedPreview | null> {
      const { rows } = await sql<PreviewedActivity>`
        select activity_type, process_key, node_key from activity where activity_id = ${activityId}`.execute(
        db,
      );
      const [activity] = rows;
      if (activity === undefined) return null;
      const { token, linkId } = await links.make({ activity_id: activityId, shows_draft: showsDraft }, days);
      const page = activity.activity_type === "online" ? "online" : "offline";
      return {
        linkId,
        path: previewPath(page, activity, token),
        couponPath: previewPath("coupon/result", activity, token),
      };
    },
    /** Revokes all valid links of an activity. @returns how many */
    async revokeAll(activityId: string): Promise<number> {
      const { rows } = await sql<{ link_id: string }>`
        select link_id from preview_link
        where activity_id = ${activityId} and revoked_time is null and expires_time > ${new Date(clock.now())}`.execute(
        db,
      );
      let revoked = 0;
      for (const { link_id } of rows) if (await links.revoke(link_id)) revoked++;
      return revoked;
    },
    /** Lists activities that a link is useful for, drafts first, at most 30. */
    async candidates(): Promise<{ activityId: string; title: string; isPublished: boolean }[]> {
      const { rows } = await sql<{ activityId: string; title: string; isPublished: boolean }>`
        select activity_id as "activityId", title, is_published as "isPublished" from activity
        where called_off_time is null order by is_published, start_time desc, activity_id limit 30`.execute(
        db,
      );
      return rows;
    },
    links: async (): Promise<(StaffLink & { activityId: string; title: string })[]> =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
      })),
    revoke: links.revoke,
  };
}
