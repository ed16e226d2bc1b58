import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { ActivityPorts } from "./ports.ts";
import { suggestionRoutes } from "./browse/suggestion-routes.ts";
import { activityRoutes } from "./browse/routes.ts";
import { activitySeed } from "./import/seed-store.ts";
import { previewLinks } from "./preview-store.ts";
import { activityStore } from "./browse/store.ts";

export { sanitiseRichText } from "./content/sanitise-html.ts";
export { withProcessedPictures } from "./content/text-pictures.ts";
export { parseBlocksForPreview, parseBlocks } from "./content/blocks.ts";
export { cancellationOf, activityNotFound, type CancellationColumns } from "./cancellation-store.ts";
export { PREVIEW_DAYS, previewLinks } from "./preview-store.ts";
export { matchesSelector, activitySelectorOf, type ActivitySelector } from "./activity-selector-store.ts";
export type { NewActivity, NewBanner, NewSeries, NewSession } from "./import/seed-store.ts";
export { activityUpserter, type ActivityUpsert } from "./import/upsert-store.ts";
export {
  bannerStateAt,
  deleteBanner,
  endShownBanner,
  lastPlace,
  lockBannerOrder,
  notifyWindows,
  placeBanner,
  putBanner,
  readBanner,
} from "./banner/banner-store.ts";
export { seatsLeft } from "./seats-left-store.ts";
export { readLiveActivity, type LiveActivity } from "./content-store.ts";
export { withActivityVersion } from "./version-store.ts";
export { withActivityConsequences } from "./change-notes-store.ts";
export { lockSeriesOrder, placeSeries, putSeries, readLiveSeries } from "./series-store.ts";
export { statusAt, activityStatusWindow } from "./rules.ts";
export type { ActivityPorts, DraftColumns } from "./ports.ts";

/** Adds rows to an empty database. */
export type Activities = ReturnType<typeof activitySeed> & {
  /** Links that show drafts. */
  readonly previews: ReturnType<typeof previewLinks>;
};

/** Creates lists, details, campaigns, series and banners (contract section 6). */
export function createActivities(context: AppContext, calls: RpcRouter, ports: ActivityPorts): Activities {
  activityRoutes(context, calls, activityStore(context.reads), ports);
  suggestionRoutes(context, calls);
  return { ...activitySeed(context.db), previews: previewLinks(context) };
}
