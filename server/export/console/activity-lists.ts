import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { activityStates } from "#contract/console/activity/labels.ts";
import { listActivityBenefits, listFailingDeliveries } from "#contract/console/benefits.ts";
import { exportHeadings } from "#contract/console/export/headings.ts";
import { exportWords as words } from "#contract/console/export/words.ts";
import { listOperators } from "#contract/console/operators.ts";
import { operatorRoles } from "#contract/console/rights.ts";
import { exportList, timeCell } from "./export-list.ts";

const regionNames: Readonly<Record<string, string>> = sponsorLevels2;

/** Lists without people. */
export const activityLists = {
  activities: exportList(listConsoleActivities, "rows", exportHeadings.activities, {
    cells: {
      id: ({ activityId }) => activityId,
      title: ({ title }) => title,
      state: ({ state }) => activityStates[state],
      type: ({ activityType }) => words.online[activityType],
      businessType: ({ businessType }) => businessTypes[businessType],
      sponsor: ({ sponsorLevel1 }) => (sponsorLevel1 === "107001" ? words.headquarters : words.region),
      region: ({ sponsorLevel2 }) => (sponsorLevel2 === null ? null : (regionNames[sponsorLevel2] ?? null)),
      start: ({ startTime }) => timeCell(startTime),
      end: ({ endTime }) => timeCell(endTime),
      signUpStart: ({ signUpStartTime }) => timeCell(signUpStartTime),
      signUpEnd: ({ signUpEndTime }) => timeCell(signUpEndTime),
      city: ({ cityCode }) => cityCode,
      quota: ({ quota }) => quota ?? words.noLimit,
      taken: ({ taken }) => taken,
      waiting: ({ waiting }) => waiting,
    },
  }),
  benefits: exportList(listActivityBenefits, "rows", exportHeadings.benefits, {
    cells: {
      id: ({ benefitId }) => benefitId,
      name: ({ name }) => name,
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      value: ({ value }) => value,
      condition: ({ condition }) => condition,
      mall: ({ isForMall }) => (isForMall ? words.yes : words.no),
      stock: ({ stock }) => stock ?? words.noLimit,
      sent: ({ sent }) => sent,
      used: ({ used }) => used,
      from: ({ fromTime }) => timeCell(fromTime),
      to: ({ toTime }) => timeCell(toTime),
      state: ({ state }) => words.benefit[state],
    },
  }),
  deliveries: exportList(listFailingDeliveries, "rows", exportHeadings.deliveries, {
    cells: {
      id: ({ couponId }) => couponId,
      benefit: ({ benefitName }) => benefitName,
      activity: ({ activityTitle }) => activityTitle,
      event: ({ event }) => words.deliveryEvent[event],
      cause: ({ cause }) => words.deliveryCause[cause],
      status: ({ status }) => status,
      tries: ({ tries }) => tries,
      failed: ({ failedTime }) => timeCell(failedTime),
      next: ({ nextTime }) => timeCell(nextTime),
    },
  }),
  operators: exportList(listOperators, "operators", exportHeadings.operators, {
    isWhole: true,
    isGlobal: true,
    cells: {
      id: ({ operatorId }) => operatorId,
      name: ({ name }) => name,
      login: ({ login }) => login,
      state: ({ state }) => words.operatorState[state],
      roles: ({ grants }) => grants.map(({ role }) => operatorRoles[role]).join(words.separator),
      directory: ({ isDirectoryAccount }) => (isDirectoryAccount ? words.yes : words.no),
      used: ({ usedTime }) => timeCell(usedTime),
      created: ({ createdTime }) => timeCell(createdTime),
    },
  }),
} as const;
