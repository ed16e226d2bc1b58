import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { showArticle } from "#contract/club/articles.ts";
import { showGroup } from "#contract/club/club.ts";
import type { ArgsOf, Call, ResultOf, Send } from "#contract/core/call.ts";
import { shortenText } from "#contract/core/text.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { showProduct } from "#contract/mall/product.ts";
import { showOrganisation } from "#contract/organisation/organisation.ts";
import { escapeHtml } from "../../core/escape-html.ts";
import { formatPeriod } from "#contract/core/date-text.ts";
import { pageMessages } from "./messages.ts";

/** Records the results of the calls that a page makes while it is rendered, by the name of the call. */
export function recordResults(send: Send): {
  readonly send: Send;
  readonly results: ReadonlyMap<string, unknown>;
} {
  const results = new Map<string, unknown>();
  const recording = async <C extends Call>(call: C, args: ArgsOf<C>): Promise<ResultOf<C>> => {
    const result = await send(call, args);
    results.set(call.name, result);
    return result;
  };
  return { send: recording, results };
}

/** A rendered page as far as its head depends on it. */
export type DescribedPage = {
  /** Path and query below the origin. */
  readonly url: string;
  readonly status: number;
  readonly origin: string;
  readonly brandName: string;
  /** Results of its calls. */
  readonly results: ReadonlyMap<string, unknown>;
};
type Description = {
  /** null: the page's own title. */
  readonly title: string | null;
  readonly text: string;
  /** Address of a stored picture; null: none. */
  readonly pictureUrl: string | null;
  readonly type: "website" | "article";
};

/** Longest description, characters; search engines and messengers cut longer ones. */
const MAX_DESCRIPTION = 120;
/** Size of a link preview's picture, px: 1.9 to 1, as messengers and social networks show it. */
const PICTURE = { width: 1200, height: 630 } as const;

const resultOf = <C extends Call>({ results }: DescribedPage, call: C): ResultOf<C> | null =>
  (results.get(call.name) as ResultOf<C> | undefined) ?? null;
const plainText = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replace(/&(nbsp|#160);/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

function describeActivity(page: DescribedPage): Description | null {
  const activity = resultOf(page, showNearby);
  if (activity === null) return null;
  const { title, subtitle, address, startTime, endTime, share, coverUrl } = activity;
  const place = activity.activityType === "localoffline" ? address : "";
  const text = [share.desc || subtitle, formatPeriod(startTime, endTime), place].filter(Boolean).join(" · ");
  return { title: share.title || title, text, pictureUrl: share.imgUrl || coverUrl, type: "article" };
}
function describeClub(page: DescribedPage): Description {
  const article = resultOf(page, showArticle);
  // An article's own pictures have addresses that expire.
  if (article !== null)
    return {
      title: article.title || null,
      text: plainText(article.content) || article.groupName,
      pictureUrl: article.group.coverUrl,
      type: "article",
    };
  const group = resultOf(page, showGroup);
  if (group !== null)
    return {
      title: group.name,
      text: group.intro || pageMessages.group(group.name, group.cityName ?? "", group.members),
      pictureUrl: group.coverUrl,
      type: "website",
    };
  return { title: null, text: pageMessages.club(page.brandName), pictureUrl: null, type: "website" };
}
function describeDealer(page: DescribedPage): Description | null {
  const dealer = resultOf(page, showOrganisation);
  return (
    dealer && {
      title: dealerDisplayName(dealer),
      text: pageMessages.dealer(dealer.address),
      pictureUrl: null,
      type: "website",
    }
  );
}
function describeProduct(page: DescribedPage): Description | null {
  const product = resultOf(page, showProduct);
  return (
    product && {
      title: product.share.title,
      text: [pageMessages.price(product.priceFen, product.isFrom), product.share.text]
        .filter(Boolean)
        .join(" · "),
      pictureUrl: product.share.imageUrl,
      type: "website",
    }
  );
}
/** A page of several things; its picture is that of the first activity on it. */
const describeSection =
  (text: (brand: string) => string) =>
  (page: DescribedPage): Description => ({
    title: null,
    text: text(page.brandName),
    pictureUrl: resultOf(page, listNearby)?.list[0]?.coverUrl ?? null,
    type: "website",
  });

/** Public pages by their path; all others are personal or part of a process, and no search engine lists them. */
const PUBLIC_PAGES: readonly (readonly [RegExp, (page: DescribedPage) => Description | null])[] = [
  [/^$/, describeSection(pageMessages.home)],
  [/^list$/, describeSection(pageMessages.list)],
  [/^(offline|online)\/\d+$/, describeActivity],
  [/^club(\/(find|article\/\d+|group\/\d+|activity\/\d+))?$/, describeClub],
  [/^dealer\/\d+$/, describeDealer],
  [/^mall\/product\/\d+$/, describeProduct],
  [/^mall(\/category\/\d+)?$/, describeSection(pageMessages.mall)],
];

/** Absolute address of the raster picture of a preview. */
function pictureAddress(url: string, origin: string): string {
  const { width, height } = PICTURE;
  const address = new URL(url, origin);
  if (!address.pathname.startsWith("/media/") || address.search !== "") return address.href;
  return `${address.href}?x-oss-process=image/resize,m_fill,w_${width},h_${height}/quality,q_75/format,jpg`;
}
const NOINDEX = '<meta name="robots" content="noindex"/>';
/** Icon of the site, for pages without a picture. */
const ICON = "/apple-touch-icon.png";

function describePage(page: DescribedPage): Description | null {
  const { pathname, searchParams } = new URL(page.url, page.origin);
  if (page.status !== 200 || searchParams.has("preview")) return null;
  const path = pathname.slice(WEB_BASE.length).replace(/\/$/, "");
  return PUBLIC_PAGES.find(([pattern]) => pattern.test(path))?.[1](page) ?? null;
}

function describingTags(
  page: DescribedPage,
  { title, text, pictureUrl, type }: Description,
  ownTitle: string,
): string {
  const canonical = page.origin + new URL(page.url, page.origin).pathname;
  const description = shortenText(text, MAX_DESCRIPTION);
  const meta = (attribute: "name" | "property", name: string, content: string): string =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}"/>`;
  return [
    meta("name", "description", description),
    `<link rel="canonical" href="${escapeHtml(canonical)}"/>`,
    meta("property", "og:type", type),
    meta("property", "og:site_name", page.brandName),
    meta("property", "og:title", title ?? (ownTitle || page.brandName)),
    meta("property", "og:description", description),
    meta("property", "og:url", canonical),
    meta("property", "og:image", pictureAddress(pictureUrl ?? ICON, page.origin)),
    meta("property", "og:locale", "zh_CN"),
    meta("name", "twitter:card", "summary_large_image"),
  ].join("");
}

/**
 * Adds to a rendered page the elements by which other software understands it: description, canonical address and Open
 * Graph for link previews and search engines, or `noindex` for pages that are personal or part of a process. The
 * browser's code knows nothing of them, so that they cost no script.
 */
export function addHeadTags(html: string, page: DescribedPage): string {
  const end = html.indexOf("</head>");
  if (end === -1) return html;
  const head = html.slice(0, end);
  const description = describePage(page);
  if (description === null)
    return head.includes('name="robots"') ? html : `${head}${NOINDEX}${html.slice(end)}`;
  const ownTitle = unescapeTitle(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? "");
  return `${head}${describingTags(page, description, ownTitle)}${html.slice(end)}`;
}
const unescapeTitle = (markup: string): string =>
  plainText(markup)
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'");
