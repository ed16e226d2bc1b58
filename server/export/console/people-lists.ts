import { exportHeadings } from "#contract/console/export/headings.ts";
import { exportWords as words } from "#contract/console/export/words.ts";
import { listGuests, listGuestWaitlist, searchGuests, type GuestListRow } from "#contract/console/guests.ts";
import { listKocApplications } from "#contract/console/koc/applications.ts";
import { listLeads, searchLeads } from "#contract/console/leads.ts";
import { exportList, timeCell } from "./export-list.ts";

const signUpPerson = {
  kind: "signUp",
  id: (row: Pick<GuestListRow, "signUpId">): string => row.signUpId,
} as const;

/** Lists of people. */
export const peopleLists = {
  guests: exportList(listGuests, "rows", exportHeadings.guests, {
    search: searchGuests,
    person: signUpPerson,
    cells: {
      id: (row) => row.signUpId,
      name: (row) => row.name,
      mobile: (row) => row.mobile,
      activity: (row) => row.activityTitle,
      activityId: (row) => row.activityId,
      session: (row) => timeCell(row.startTime),
      dealer: (row) => row.dealerName,
      series: (row) => row.seriesName,
      source: (row) => row.source,
      created: (row) => timeCell(row.createdTime),
      state: (row) => words.guest[row.state],
      position: (row) => row.position,
      checkedIn: (row) => timeCell(row.checkedInTime),
    },
  }),
  waitlist: exportList(listGuestWaitlist, "rows", exportHeadings.waitlist, {
    isWhole: true,
    person: signUpPerson,
    cells: {
      id: (row) => row.signUpId,
      name: (row) => row.name,
      mobile: (row) => row.mobile,
      activity: (row) => row.activityTitle,
      activityId: (row) => row.activityId,
      session: (row) => timeCell(row.startTime),
      dealer: (row) => row.dealerName,
      series: (row) => row.seriesName,
      source: (row) => row.source,
      created: (row) => timeCell(row.createdTime),
      state: (row) => words.guest[row.state],
      position: (row) => row.position,
      offerUntil: ({ offerUntil }) => timeCell(offerUntil),
    },
  }),
  leads: exportList(listLeads, "rows", exportHeadings.leads, {
    search: searchLeads,
    person: { kind: "lead", id: ({ leadId }) => leadId },
    cells: {
      id: ({ leadId }) => leadId,
      name: ({ name }) => name,
      mobile: ({ mobile }) => mobile,
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      series: ({ seriesName }) => seriesName,
      dealer: ({ dealerName }) => dealerName,
      source: ({ source }) => source,
      assignee: ({ assignee }) => assignee?.name ?? null,
      state: ({ state }) => words.lead[state],
      updated: ({ updatedTime }) => timeCell(updatedTime),
      due: ({ dueTime }) => timeCell(dueTime),
      overdue: ({ isOverdue }) => (isOverdue ? words.yes : words.no),
      contacted: ({ contactedTime }) => timeCell(contactedTime),
      nextCall: ({ nextCallTime }) => timeCell(nextCallTime),
    },
  }),
  koc: exportList(listKocApplications, "rows", exportHeadings.koc, {
    person: { kind: "koc", id: ({ kocId }) => kocId },
    cells: {
      nickname: ({ nickname }) => nickname,
      mobile: ({ mobile }) => mobile,
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      helpers: ({ helpers }) => helpers,
      goal: ({ goal }) => goal,
      applied: ({ appliedTime }) => timeCell(appliedTime),
      state: ({ state }) => words.koc[state],
      reason: ({ reason }) => reason,
      reviewed: ({ reviewedTime }) => timeCell(reviewedTime),
    },
  }),
} as const;
