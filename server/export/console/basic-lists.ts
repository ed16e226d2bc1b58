import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { listConsoleDealers } from "#contract/console/basics/dealers.ts";
import { listConsoleSeries } from "#contract/console/basics/series.ts";
import { listShareResults } from "#contract/console/content/shares.ts";
import { exportHeadings } from "#contract/console/export/headings.ts";
import { exportWords as words } from "#contract/console/export/words.ts";
import { exportList, timeCell } from "./export-list.ts";

/** Lists of dealers, series, and what shared links bring. */
export const basicLists = {
  shares: exportList(listShareResults, "rows", exportHeadings.shares, {
    person: { kind: "share", id: ({ shareId }) => shareId },
    cells: {
      nickname: ({ nickname }) => nickname,
      mobile: ({ mobile }) => mobile,
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      created: ({ createdTime }) => timeCell(createdTime),
      opens: ({ opens }) => opens,
      helps: ({ helps }) => helps,
      signUps: ({ signUps }) => signUps,
      leads: ({ leads }) => leads,
      helpers: ({ helpers }) => helpers,
    },
  }),
  dealers: exportList(listConsoleDealers, "rows", exportHeadings.dealers, {
    cells: {
      id: ({ dealerId }) => dealerId,
      code: ({ code }) => code,
      name: ({ name }) => name,
      state: ({ state }) => words.dealer[state],
      region: ({ region }) => region && sponsorLevels2[region],
      city: ({ cityName }) => cityName,
      address: ({ address }) => address,
      phone: ({ phone }) => phone,
      longitude: ({ longitude }) => longitude,
      latitude: ({ latitude }) => latitude,
      activities: ({ activities }) => activities,
      changed: ({ changedTime }) => timeCell(changedTime),
    },
  }),
  series: exportList(listConsoleSeries, "series", exportHeadings.series, {
    isWhole: true,
    cells: {
      id: ({ seriesCode }) => seriesCode,
      name: ({ seriesName }) => seriesName,
      hidden: ({ isHidden }) => (isHidden ? words.yes : words.no),
      activities: ({ activities }) => activities,
      changed: ({ changedTime }) => timeCell(changedTime),
    },
  }),
} as const;
