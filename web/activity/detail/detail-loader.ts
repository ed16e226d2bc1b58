import { currentViewpoint } from "../../platform/location/city.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend, type LoaderContext } from "../../platform/http/server-context.ts";
import { draftKeysIn } from "../../platform/activity/preview-address.ts";
import { loadDetail } from "./detail-data.ts";
import { loadDetailOrOfflineCopy, type DetailPageData } from "./offline-detail.ts";

/**
 * Activity as the server renders it, without personal data.
 * @throws as `withLoaderFailure` and `loadDetail`
 */
export async function loadDetailOnServer(
  context: LoaderContext,
  id: string,
  request: Request,
): Promise<DetailPageData> {
  const draft = draftKeysIn(id, new URL(request.url).search);
  const detail = await withLoaderFailure(context, loadDetail(serverSend(context), id, { draft }));
  return { ...detail, renderedAt: draft ? null : Date.now(), fetchedAt: null };
}

/**
 * Activity as the browser loads it: with the person's own point, or the offline copy.
 * @throws as `loadDetailOrOfflineCopy`
 */
export function loadDetailInBrowser(id: string, request: Request): Promise<DetailPageData> {
  const { isExact, longitude, latitude } = currentViewpoint();
  return loadDetailOrOfflineCopy(send, id, {
    ...(isExact && { point: { longitude, latitude } }),
    draft: draftKeysIn(id, new URL(request.url).search),
  });
}
