import type { NewSeries } from "../server/activity/index.ts";
import type { SeriesCode } from "./concepts/concept.ts";
import { urlOf, type PictureUrls } from "./pictures.ts";

/** In display order (requirement U26). */
const seriesNames: readonly (readonly [SeriesCode, string])[] = [
  ["yuanshan", "远山"],
  ["xingyun", "行云"],
  ["zhuguang", "逐光"],
  ["xiaocheng", "晓城"],
  ["wangye", "望野"],
  ["zhiwei", "知微"],
];

export const demoSeries = (pictures: PictureUrls): NewSeries[] =>
  seriesNames.map(([seriesCode, seriesName], position) => ({
    seriesCode,
    seriesName,
    imageUrl: urlOf(pictures, `series-${seriesCode}`),
    position,
  }));
