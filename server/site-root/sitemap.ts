import { listNearby } from "#contract/activity/activity.ts";
import { listArticles } from "#contract/club/articles.ts";
import { listGroups } from "#contract/club/club.ts";
import type { Send } from "#contract/core/call.ts";
import { listLocalDealers } from "#contract/lead/lead.ts";
import { listProducts } from "#contract/mall/product.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { escapeHtml } from "../core/escape-html.ts";

/** Entries per kind; a sitemap may have 50,000 in all. */
const MAX_ENTRIES = 2_000;
const PAGE_SIZE = 50;

type Page<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };
/** Collects the paths of one kind of page from a list with a cursor. */
async function collect<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
  pathOf: (item: T) => string,
): Promise<string[]> {
  const paths: string[] = [];
  let cursor: string | undefined;
  do {
    const { list, nextCursor } = await load(cursor);
    paths.push(...list.map(pathOf));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && paths.length < MAX_ENTRIES);
  return paths.slice(0, MAX_ENTRIES);
}

/** Paths of the dealers that hold activities in these cities. */
async function dealerPaths(send: Send, cityCodes: ReadonlySet<string>): Promise<string[]> {
  const dealers: string[] = [];
  for (const cityCode of cityCodes) {
    const found = await send(listLocalDealers, { cityCode });
    dealers.push(...found.map(({ id }) => `dealer/${id}`));
  }
  return dealers.slice(0, MAX_ENTRIES);
}

/** Lists the public pages as a sitemap (sitemaps.org): sections, activities, their dealers, groups, articles and products. */
export async function renderSitemap(send: Send, origin: string): Promise<string> {
  const cityCodes = new Set<string>();
  const paths = [
    "",
    "list",
    "club",
    "mall",
    ...(await collect(
      (cursor) => send(listNearby, { size: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }),
      ({ activityId, activityType, cityCode }) => {
        cityCodes.add(cityCode);
        return `${activityType === "online" ? "online" : "offline"}/${activityId}`;
      },
    )),
    ...(await dealerPaths(send, cityCodes)),
    ...(await collect(
      (cursor) => send(listGroups, { pageSize: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }),
      ({ groupId }) => `club/group/${groupId}`,
    )),
    ...(await collect(
      (cursor) => send(listArticles, { pageSize: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }),
      ({ articleId }) => `club/article/${articleId}`,
    )),
    ...(await collect(
      (cursor) => send(listProducts, { size: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }),
      ({ productId }) => `mall/product/${productId}`,
    )),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeHtml(origin + WEB_BASE + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}
