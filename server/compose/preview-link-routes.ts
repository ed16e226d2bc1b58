import { createPreviewLink, revokePreviewLinks } from "#contract/compose/preview-link.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { PREVIEW_DAYS, previewLinks } from "../activity/index.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { ComposedRow } from "./store.ts";

const DAY = 86_400_000;

/**
 * Creates and revokes addresses that show a page before it is published.
 * @param pageOf throws a Refusal for an invalid link
 */
export function previewLinkRoutes(
  { db, clock, config, origin }: AppContext,
  calls: RpcRouter,
  pageOf: (link: string) => Promise<ComposedRow>,
): void {
  const linksOf = ({ link_id }: ComposedRow, caller: Caller) =>
    previewLinks({ db, clock, by: staffActor(link_id, caller, config.brand) });
  calls.on(createPreviewLink, async ({ link }, caller) => {
    const row = await pageOf(link);
    // A preview does not outlive the link that created it.
    const days = Math.min(PREVIEW_DAYS, (row.expires_time.getTime() - clock.now()) / DAY);
    const expiresTime = toShanghaiIso(clock.now() + days * DAY);
    const preview = await linksOf(row, caller).add(row.activity_id, days);
    if (preview === null) throw new Refusal("notFound");
    return { url: origin() + preview.path, expiresTime };
  });
  calls.on(revokePreviewLinks, async ({ link }, caller) => {
    const row = await pageOf(link);
    return { revoked: await linksOf(row, caller).revokeAll(row.activity_id) };
  });
}
