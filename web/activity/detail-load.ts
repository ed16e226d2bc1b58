import { viewpointNow } from "../platform/city.ts";
import { answered } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend, type Context } from "../platform/http/server-send.ts";
import { draftOf, loadDetail } from "./detail-data.ts";
import { loadKeptDetail, type ShownDetail } from "./detail-kept.ts";

/** An activity as the server renders it: for everybody. @throws as `answered` and `loadDetail` */
export async function renderDetail(context: Context, id: string, request: Request): Promise<ShownDetail> {
  const draft = draftOf(id, new URL(request.url).search);
  const detail = await answered(context, loadDetail(serverSend(context), id, { draft }));
  return { ...detail, renderedAt: draft ? null : Date.now(), asOf: null };
}

/** An activity as the browser loads it: from the person's own point, or kept. @throws as `loadKeptDetail` */
export function loadShownDetail(id: string, request: Request): Promise<ShownDetail> {
  const { isExact, longitude, latitude } = viewpointNow();
  return loadKeptDetail(send, id, {
    ...(isExact && { point: { longitude, latitude } }),
    draft: draftOf(id, new URL(request.url).search),
  });
}
