import { sql, type RawBuilder } from "kysely";
import { bannerPages } from "#contract/console/content/banner-pages.ts";
import type { BannerFilter, BannerState, BannerTarget } from "#contract/console/content/banners.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { bannerStateAt } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import {
  activityInScope,
  bannerInScope,
  ownBannerInScope,
} from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT } from "../../http/console/list-query.ts";

const DAY = 86_400_000;
/** Days whose clicks are counted. */
const CLICK_DAYS = 30;
/** Things to choose from, of each kind. */
const MAX_TARGETS = 12;

export type ConsoleBannerRow = {
  banner_id: string;
  position: "index" | "mall";
  place: number;
  city_code: string | null;
  image_url: string;
  link: string;
  title: string;
  subtitle: string;
  action: string;
  tone: "light" | "dark";
  from_time: Date | null;
  to_time: Date | null;
  state: BannerState;
  revision: number;
  changed_time: Date | null;
  changed_by: string | null;
  changed_door: string | null;
  target_kind: "activity" | "product" | null;
  target_name: string | null;
  target_shown: boolean;
  clicks: number;
  click_persons: number;
  can_write: boolean;
  row_id: string;
  sort_key: string;
};

/** Sortable columns; the order is that of the site within a position. */
export const bannerColumns = {
  sorts: {
    place: { expression: sql`b.position || ' ' || lpad(b.place::text, 8, '0')`, type: "text" },
    changed: { expression: sql`coalesce(b.changed_time, to_timestamp(0))`, type: "timestamptz" },
  },
  id: sql`b.banner_id`,
  defaultSort: { by: "place", isDescending: false },
} as const;
type BannerQuery = {
  readonly filter: BannerFilter;
  readonly scopes: readonly GrantScope[];
  readonly now: Date;
};
type ListPage = {
  readonly key: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
  readonly after: RawBuilder<boolean>;
  readonly limit: number;
};

/** SQL expressions of the number in a link to an activity's or a product's page. */
const activityOfLink = sql`substring(b.link from '^/(?:offline|online)/([0-9]{1,19})(?:[?#]|$)')`;
const productOfLink = sql`substring(b.link from '^/mall/product/([0-9]{1,19})(?:[?#]|$)')`;

const columns = (
  { scopes, now }: Pick<BannerQuery, "scopes" | "now">,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  b.banner_id, b.position, b.place, b.city_code, b.image_url, b.link, b.title, b.subtitle, b.action, b.tone, b.from_time,
  b.to_time, ${bannerStateAt(now)} as state, b.revision, b.changed_time, b.changed_by, b.changed_door,
  case when a.activity_id is not null then 'activity' when p.product_id is not null then 'product' end as target_kind,
  coalesce(a.title, p.title) as target_name,
  coalesce(a.is_published and a.called_off_time is null and a.end_time > ${now}, p.state = 'on', false) as target_shown,
  coalesce(c.clicks, 0)::int as clicks, coalesce(c.persons, 0)::int as click_persons,
  coalesce(${ownBannerInScope(scopes, "b")}, false) as can_write, b.banner_id as row_id, ${key} as sort_key`;
const from = (now: Date): RawBuilder<unknown> => sql`banner b
  left join activity a on a.activity_id = ${activityOfLink}
  left join product p on p.product_id = ${productOfLink}
  left join lateral (
    select count(*) as clicks, count(distinct coalesce(e.login_id, i.login_id, e.distinct_id)) as persons
    from tracked_event e
    left join tracked_identity i on i.project = e.project and i.anonymous_id = e.distinct_id
    where e.event = '$WebClick' and e.properties ->> '$element_id' like 'banner-%'
      and e.properties ->> '$element_id' = 'banner-' || b.banner_id
      and e.day > ${new Date(now.getTime() - CLICK_DAYS * DAY)}::date) c on true`;

function conditionsOf({ filter, scopes, now }: BannerQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [bannerInScope(scopes, "b")];
  if (filter.positions && filter.positions.length > 0)
    all.push(sql`b.position = any(${[...filter.positions]}::text[])`);
  if (filter.states && filter.states.length > 0)
    all.push(sql`${bannerStateAt(now)} = any(${[...filter.states]}::text[])`);
  if (filter.cityCode !== undefined) all.push(sql`(b.city_code = ${filter.cityCode} or b.city_code is null)`);
  if (filter.text !== undefined && filter.text.trim() !== "") {
    const contains = containsKeyword(filter.text);
    all.push(sql`(${contains(sql`b.title`)} or ${contains(sql`b.subtitle`)} or ${contains(sql`b.link`)})`);
  }
  return sql.join(all, sql` and `);
}

/** The console's banners. */
export const bannerListStore = (db: Database) => ({
  async list(query: BannerQuery, { key, order, after, limit }: ListPage): Promise<ConsoleBannerRow[]> {
    const { rows } = await sql<ConsoleBannerRow>`
      select ${columns(query, key)} from ${from(query.now)}
      where ${conditionsOf(query)} and ${after} order by ${order} limit ${limit}`.execute(db);
    return rows;
  },
  /** At most COUNT_LIMIT. */
  async count(query: BannerQuery): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from banner b where ${conditionsOf(query)} limit ${COUNT_LIMIT}) found`.execute(db);
    return rows[0]?.count ?? 0;
  },
  /** @returns null: there is none, or it is out of scope */
  async find(
    bannerId: string,
    { scopes, now }: Pick<BannerQuery, "scopes" | "now">,
  ): Promise<ConsoleBannerRow | null> {
    const { rows } = await sql<ConsoleBannerRow>`
      select ${columns({ scopes, now }, sql`''`)} from ${from(now)}
      where b.banner_id = ${bannerId} and ${bannerInScope(scopes, "b")}`.execute(db);
    return rows[0] ?? null;
  },
  /** Whether the scopes may write a banner. */
  async isOwn(bannerId: string, scopes: readonly GrantScope[]): Promise<boolean> {
    const { rows } = await sql`select from banner b
      where b.banner_id = ${bannerId} and ${ownBannerInScope(scopes, "b")}`.execute(db);
    return rows.length > 0;
  },
  /** Whether the scopes may write a banner of a city; null: of all cities. */
  async mayShowIn(cityCode: string | null, scopes: readonly GrantScope[]): Promise<boolean> {
    const { rows } = await sql`select from (select ${cityCode}::text as city_code) b
      where ${ownBannerInScope(scopes, "b")}`.execute(db);
    return rows.length > 0;
  },
  /** Published activities in scope, products on sale and pages whose name contains a text; what begins next first. */
  async targets(text: string, scopes: readonly GrantScope[], now: Date): Promise<BannerTarget[]> {
    const contains: ReturnType<typeof containsKeyword> =
      text.trim() === "" ? () => sql<boolean>`true` : containsKeyword(text);
    const { rows: activities } = await sql<BannerTarget>`
      select 'activity' as kind, '/' || case when a.activity_type = 'online' then 'online/' else 'offline/' end
        || a.activity_id as path, a.title as name, true as "isShown"
      from activity a
      where a.is_published and a.called_off_time is null and a.end_time > ${now} and ${activityInScope(scopes, "a")}
        and (${contains(sql`a.title`)} or a.activity_id = ${text.trim()})
      order by a.start_time, a.activity_id limit ${MAX_TARGETS}`.execute(db);
    const { rows: products } = await sql<BannerTarget>`
      select 'product' as kind, '/mall/product/' || p.product_id as path, p.title as name, true as "isShown"
      from product p where p.state = 'on' and (${contains(sql`p.title`)} or p.product_id = ${text.trim()})
      order by p.title, p.product_id limit ${MAX_TARGETS}`.execute(db);
    const pages = Object.entries(bannerPages)
      .filter(([, name]) => name.includes(text.trim()))
      .map(([path, name]) => ({ kind: "page" as const, path, name, isShown: true }));
    return [...activities, ...products, ...pages];
  },
});
