import { listConsoleCities, showCityOutline } from "#contract/console/content/cities.ts";
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
} from "#contract/console/content/banners.ts";
import { uploadConsolePicture } from "#contract/console/content/pictures.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const UNKNOWN = "1";
const TEST = "server/catalogue/banner/banner-changes.routes.test.ts";
/** The scope of banners is by city; the test named shows it. */
const banner = { scope: "none", scopeShownIn: TEST } as const;
const write = { ...banner, auditShownIn: TEST } as const;
const unknown = { bannerId: UNKNOWN };
const none = { scope: "none" } as const;

/** Access of the calls about banners and pictures. */
export const bannerAccess: readonly AccessRow[] = [
  accessRow({ ...banner, call: listConsoleBanners, args: () => ({ filter: {} }) }),
  accessRow({ ...banner, call: showConsoleBanner, args: () => unknown }),
  accessRow({ ...banner, call: listBannerVersions, args: () => unknown }),
  accessRow({ ...banner, call: listBannerTargets, args: () => ({ text: "" }) }),
  accessRow({
    ...write,
    call: createBanner,
    args: () => ({
      position: "index" as const,
      cityCode: null,
      imageUrl: "",
      link: "",
      title: "",
      subtitle: "",
      action: "",
      tone: "light" as const,
      fromTime: null,
      toTime: null,
    }),
  }),
  accessRow({ ...write, call: saveBanner, args: () => ({ ...unknown, basedOn: 1, changes: {} }) }),
  accessRow({
    ...write,
    call: moveBanner,
    args: () => ({ ...unknown, beside: "2", side: "before" as const }),
  }),
  accessRow({ ...write, call: endBanner, args: () => unknown }),
  accessRow({ ...write, call: removeBanner, args: () => unknown }),
  accessRow({ ...write, call: restoreBanner, args: () => ({ ...unknown, revision: 1, basedOn: 1 }) }),
  accessRow({
    ...none,
    call: uploadConsolePicture,
    auditShownIn: "server/picture/console.routes.test.ts",
    args: () => ({}),
  }),
  accessRow({ ...none, call: listConsoleCities, args: () => ({}) }),
  accessRow({ ...none, call: showCityOutline, args: () => ({ cityCode: "330500" }) }),
];
