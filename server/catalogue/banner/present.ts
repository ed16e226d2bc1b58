import { bannerPages } from "#contract/console/content/banner-pages.ts";
import type { BannerTarget, ConsoleBanner } from "#contract/console/content/banners.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { ConsoleBannerRow } from "./list-store.ts";

const timeOf = (time: Date | null): string | null => time && toShanghaiIso(time);

/** The thing that a link leads to; null: an outside address, or an own one of another kind. */
function targetOf({ link, target_kind, target_name, target_shown }: ConsoleBannerRow): BannerTarget | null {
  if (target_kind !== null && target_name !== null)
    return { kind: target_kind, path: link, name: target_name, isShown: target_shown };
  const [path = ""] = link.split(/[?#]/, 1);
  const name = bannerPages[path];
  return name === undefined ? null : { kind: "page", path: link, name, isShown: true };
}

/** Id of the operator who changed a banner last; null: another door. */
export const bannerAuthorOf = ({ changed_by, changed_door }: ConsoleBannerRow): string | null =>
  changed_door === "console" ? changed_by : null;

/** Maps a banner to the contract. @param names of operators by id */
export const presentBanner = (row: ConsoleBannerRow, names: ReadonlyMap<string, string>): ConsoleBanner => ({
  bannerId: row.banner_id,
  position: row.position,
  cityCode: row.city_code,
  imageUrl: row.image_url,
  link: row.link,
  title: row.title,
  subtitle: row.subtitle,
  action: row.action,
  tone: row.tone,
  fromTime: timeOf(row.from_time),
  toTime: timeOf(row.to_time),
  place: row.place,
  state: row.state,
  revision: row.revision,
  changedTime: timeOf(row.changed_time),
  changedBy: names.get(bannerAuthorOf(row) ?? "") ?? null,
  changedDoor: row.changed_door,
  target: targetOf(row),
  clicks: row.clicks,
  clickPersons: row.click_persons,
  canWrite: row.can_write,
});
