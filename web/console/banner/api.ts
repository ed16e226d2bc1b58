import type { QueryClient } from "@tanstack/react-query";
import {
  createBanner,
  endBanner,
  listBannerTargets,
  listBannerVersions,
  listConsoleBanners,
  moveBanner,
  removeBanner,
  restoreBanner,
  saveBanner,
  showConsoleBanner,
  type BannerFields,
  type ConsoleBanner,
} from "#contract/console/content/banners.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadBannerList = (
  args: OperatorArgs<typeof listConsoleBanners>,
): Promise<OperatorResult<typeof listConsoleBanners>> => send(listConsoleBanners, args);
export const loadBanner = async (bannerId: string): Promise<ConsoleBanner> =>
  (await send(showConsoleBanner, { bannerId })).banner;
export const requestNew = async (fields: BannerFields): Promise<ConsoleBanner> =>
  (await send(createBanner, fields)).banner;
export const storeBanner = (
  args: OperatorArgs<typeof saveBanner>,
): Promise<OperatorResult<typeof saveBanner>> => send(saveBanner, args);
export const requestMove = (args: OperatorArgs<typeof moveBanner>) => send(moveBanner, args);
export const endNow = async (bannerId: string): Promise<ConsoleBanner> =>
  (await send(endBanner, { bannerId })).banner;
export const requestRemoval = (bannerId: string) => send(removeBanner, { bannerId });
export const loadVersions = (bannerId: string) => send(listBannerVersions, { bannerId });
export const putVersionBack = async (args: OperatorArgs<typeof restoreBanner>): Promise<ConsoleBanner> =>
  (await send(restoreBanner, args)).banner;
export const loadTargets = async (text: string) => (await send(listBannerTargets, { text })).targets;

/** Keys of this area in the cache. */
export const bannerKeys = {
  list: listConsoleBanners.name,
  banner: (id: string) => [showConsoleBanner.name, id] as const,
  versions: (id: string) => [listBannerVersions.name, id] as const,
  targets: (text: string) => [listBannerTargets.name, text] as const,
};
/** Reads the lists again after a write; the given banner is the newest. */
export async function refreshBanners(client: QueryClient, banner: ConsoleBanner | null): Promise<void> {
  if (banner !== null) {
    client.setQueryData(bannerKeys.banner(banner.bannerId), banner);
    void client.invalidateQueries({ queryKey: bannerKeys.versions(banner.bannerId) });
  }
  await client.invalidateQueries({ queryKey: [bannerKeys.list] });
}
