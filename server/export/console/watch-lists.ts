import { listComplaints } from "#contract/console/club/complaints.ts";
import { listClubGroups } from "#contract/console/club/groups.ts";
import { exportHeadings } from "#contract/console/export/headings.ts";
import { exportWords as words } from "#contract/console/export/words.ts";
import { listFigureRows } from "#contract/console/figures.ts";
import { listInvitationCodes } from "#contract/console/basics/invitations.ts";
import { listStaffLinks } from "#contract/console/basics/links.ts";
import { listAuditEntries } from "#contract/console/watch/audit.ts";
import { listRightsRequests } from "#contract/console/watch/rights-requests.ts";
import { exportList, timeCell } from "./export-list.ts";

const yes = (isSo: boolean): string => (isSo ? words.yes : words.no);

/** Lists of links, codes and figures. */
export const linkLists = {
  figures: exportList(listFigureRows, "rows", exportHeadings.figures, {
    cells: {
      id: ({ rowId }) => rowId,
      kind: ({ kind }) => words.figureRow[kind],
      time: ({ time }) => timeCell(time),
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      dealer: ({ dealerName }) => dealerName,
      channel: ({ channel }) => channel,
      host: ({ host }) => host,
      city: ({ cityCode }) => cityCode,
      subject: ({ subject }) => subject,
      counted: ({ isCounted }) => yes(isCounted),
      amount: ({ amount }) => amount,
    },
  }),
  links: exportList(listStaffLinks, "rows", exportHeadings.links, {
    cells: {
      id: ({ linkId }) => linkId,
      kind: ({ kind }) => words.linkKind[kind],
      state: ({ state }) => words.link[state],
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      dealer: ({ dealerName }) => dealerName,
      session: ({ sessionTime }) => timeCell(sessionTime),
      maker: ({ madeBy }) => madeBy,
      door: ({ door }) => door && words.linkDoor[door],
      created: ({ createdTime }) => timeCell(createdTime),
      expires: ({ expiresTime }) => timeCell(expiresTime),
      used: ({ lastUsedTime }) => timeCell(lastUsedTime),
      revoked: ({ revokedTime }) => timeCell(revokedTime),
    },
  }),
  invitations: exportList(listInvitationCodes, "rows", exportHeadings.invitations, {
    cells: {
      id: ({ invitationId }) => invitationId,
      state: ({ state }) => words.invitation[state],
      activity: ({ activityTitle }) => activityTitle,
      activityId: ({ activityId }) => activityId,
      dealer: ({ dealerName }) => dealerName,
      session: ({ sessionTime }) => timeCell(sessionTime),
      issuer: ({ issuedBy }) => issuedBy,
      door: ({ door }) => door && words.linkDoor[door],
      created: ({ createdTime }) => timeCell(createdTime),
      expires: ({ expiresTime }) => timeCell(expiresTime),
      used: ({ usedTime }) => timeCell(usedTime),
      revoked: ({ revokedTime }) => timeCell(revokedTime),
    },
  }),
} as const;

/** Lists of the club, of requests about personal data, and of the audit log; none has a person's name or text. */
export const watchLists = {
  complaints: exportList(listComplaints, "rows", exportHeadings.complaints, {
    cells: {
      id: ({ complaintId }) => complaintId,
      kind: ({ kind }) => words.complaintKind[kind],
      reason: ({ reason }) => words.complaintReason[reason],
      count: ({ count }) => count,
      review: ({ isReview }) => yes(isReview),
      group: ({ group }) => group?.name ?? null,
      status: ({ status }) => words.complaintStatus[status],
      since: ({ since }) => timeCell(since),
      due: ({ dueTime }) => timeCell(dueTime),
      overdue: ({ isOverdue }) => yes(isOverdue),
      decision: ({ decided }) => decided && words.complaintDecision[decided.decision],
      by: ({ decided }) => decided?.by ?? null,
      decided: ({ decided }) => timeCell(decided?.time ?? null),
    },
  }),
  groups: exportList(listClubGroups, "rows", exportHeadings.groups, {
    cells: {
      id: ({ groupId }) => groupId,
      name: ({ name }) => name,
      city: ({ cityName }) => cityName,
      members: ({ members }) => members,
      places: ({ places }) => places,
      articles: ({ articles }) => articles,
      recent: ({ recentArticles }) => recentArticles,
      join: ({ joinMode }) => words.joinMode[joinMode],
      applicants: ({ applicants }) => applicants,
      complaints: ({ openComplaints }) => openComplaints,
      created: ({ createdTime }) => timeCell(createdTime),
      closed: ({ closedTime }) => timeCell(closedTime),
    },
  }),
  "rights-requests": exportList(listRightsRequests, "rows", exportHeadings["rights-requests"], {
    cells: {
      id: ({ requestId }) => requestId,
      kind: ({ kind }) => words.requestKind[kind],
      channel: ({ channel }) => words.requestChannel[channel],
      state: ({ state }) => words.request[state],
      outcome: ({ outcome }) => outcome && words.requestOutcome[outcome],
      received: ({ receivedTime }) => timeCell(receivedTime),
      due: ({ dueTime }) => timeCell(dueTime),
      overdue: ({ isOverdue }) => yes(isOverdue),
      by: ({ takenBy }) => takenBy,
      closed: ({ closedTime }) => timeCell(closedTime),
    },
  }),
  audit: exportList(listAuditEntries, "rows", exportHeadings.audit, {
    isGlobal: true,
    cells: {
      id: ({ auditId }) => auditId,
      time: ({ time }) => timeCell(time),
      door: ({ door }) => words.auditDoor[door],
      actorKind: ({ actorKind }) => actorKind,
      actorId: ({ actorId }) => actorId,
      actor: ({ actorName }) => actorName,
      action: ({ actionName }) => actionName,
      about: ({ aboutName }) => aboutName,
      aboutId: ({ aboutId }) => aboutId,
      title: ({ aboutTitle }) => aboutTitle,
      outcome: ({ outcome, outcomeName }) => outcomeName ?? outcome,
      host: ({ host }) => host,
      request: ({ requestId }) => requestId,
    },
  }),
} as const;
