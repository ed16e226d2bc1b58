import {
  changeClubGroupLeader,
  closeClubGroup,
  createClubGroup,
  editClubGroup,
  listClubGroupMembers,
  listClubGroups,
  listGroupSeries,
  showClubGroup,
  type GroupFields,
  type ListedGroupMember as ListedMember,
  type GroupRow,
} from "#contract/console/club/groups.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import {
  changeLeader,
  closeGroupCounted,
  createGroup,
  editGroupDetails,
  type GroupChange,
  type GroupFault,
} from "../group/group-admin-store.ts";
import { clubMessages } from "../messages.ts";
import { groupNotFound } from "../refusals.ts";
import { authorOf, roleOf } from "../rules.ts";
import type { ClubConsole } from "./complaint-routes.ts";
import {
  findGroupPeople,
  findGroupRow,
  groupMemberSorts,
  groupSorts,
  listGroupMemberRows,
  listGroupRows,
  listManagers,
  listSeriesNames,
  type ConsoleMemberRow,
  type GroupPersonRow,
  type ListedGroupRow,
} from "./group-list-store.ts";
import { namesFor, type NamesFor } from "./present.ts";

const { console: messages } = clubMessages;
const fault = (field: string, message: string): Refusal =>
  new Refusal("invalid", { fields: { [field]: message } });
const closedMeanwhile = (): Refusal => new Refusal("stateChanged", { message: messages.closed });

const personOf = (row: GroupPersonRow, names: NamesFor) => names.person(authorOf(row), row.is_barred);
const presentGroup = (
  row: ListedGroupRow,
  leaders: ReadonlyMap<string, GroupPersonRow>,
  names: NamesFor,
): GroupRow => {
  const leader = leaders.get(row.leader_id ?? "");
  return {
    groupId: row.group_id,
    name: row.name,
    coverUrl: row.cover_url,
    cityName: row.city_name,
    seriesCodes: row.series_codes,
    members: row.members,
    places: row.places,
    articles: row.articles,
    recentArticles: row.recent_articles,
    leader: leader ? personOf(leader, names) : null,
    joinMode: row.join_mode,
    applicants: row.applicants,
    openComplaints: row.open_complaints,
    createdTime: toShanghaiIso(row.created_time),
    closedTime: row.closed_time && toShanghaiIso(row.closed_time),
  };
};
const presentMember = (row: ConsoleMemberRow, names: NamesFor): ListedMember => ({
  person: personOf(row, names),
  role: roleOf(row.role),
  seriesName: row.series_name,
  joinedTime: toShanghaiIso(row.since),
  articles: row.group_articles,
});

/** Turns the fields of the form into a plan, as the command reads it. @throws Refusal "invalid" by field */
async function planOf({ club }: ClubConsole, { cityCode, ...fields }: GroupFields) {
  const written = { name: trimmed(fields.name), intro: trimmed(fields.intro), rules: trimmed(fields.rules) };
  const search = await club.words.load();
  for (const [field, text] of Object.entries(written))
    if (search(text).length > 0) throw fault(field, clubMessages.forbiddenWord);
  const name = cityCode === null ? null : club.ports.cityName(cityCode);
  if (cityCode !== null && name === null) throw fault("cityCode", messages.unknownCity);
  const city = cityCode === null || name === null ? null : { code: cityCode, name };
  const { seriesCodes, places, joinMode } = fields;
  return { ...written, city, seriesCodes: [...new Set(seriesCodes)], places, joinMode };
}

/** @throws Refusal for what was refused */
async function throwFault({ ports }: ClubConsole, refused: GroupFault): Promise<never> {
  if (refused === "noGroup") throw groupNotFound();
  if (refused === "closed") throw closedMeanwhile();
  if (refused === "unknownSeries") throw fault("seriesCodes", messages.unknownSeries);
  if (refused === "nameTaken") throw fault("name", messages.nameTaken);
  if ("members" in refused) throw fault("places", messages.placesBelow(refused.members));
  const { by, time, fields } = refused.conflict;
  const name = by === null ? null : ((await ports.operatorNames([by])).get(by) ?? messages.colleague);
  throw new Refusal("editConflict", { data: { by: name, at: time && toShanghaiIso(time), fields } });
}
const createFaults = {
  noOwner: fault.bind(null, "leaderMobile", messages.leaderNoOwner),
  tooManyGroups: fault.bind(null, "leaderMobile", messages.leaderTooManyGroups),
  unknownSeries: fault.bind(null, "seriesCodes", messages.unknownSeries),
  nameTaken: fault.bind(null, "name", messages.nameTaken),
} as const;

function readCalls(calls: OperatorRouter, { context: { db, clock } }: ClubConsole): void {
  const now = (): Date => new Date(clock.now());
  calls.on(listClubGroups, async (args, caller) => {
    requireScopes(caller, "club.read");
    const page = listQuery(args, groupSorts, clock.now());
    const { rows, counted, leaders } = await readForOperator(db, async (reading) => {
      const found = await listGroupRows(reading, args.filter, now(), page);
      const ids = found.rows.flatMap(({ leader_id }) => leader_id ?? []);
      return { ...found, leaders: await findGroupPeople(reading, ids, now()) };
    });
    return page.toPage(rows, counted, (row) => presentGroup(row, leaders, namesFor(caller)));
  });
  calls.on(showClubGroup, async ({ groupId }, caller) => {
    requireScopes(caller, "club.read");
    const names = namesFor(caller);
    return readForOperator(db, async (reading) => {
      const row = await findGroupRow(reading, groupId, now());
      if (row === null) throw groupNotFound();
      const leaders = await findGroupPeople(reading, row.leader_id === null ? [] : [row.leader_id], now());
      return {
        group: presentGroup(row, leaders, names),
        intro: row.intro,
        rules: row.rules,
        cityCode: row.city_code,
        revision: row.revision,
        managers: (await listManagers(reading, groupId, now())).map((each) => personOf(each, names)),
        notified: row.members + row.applicants,
        series: await listSeriesNames(reading),
      };
    });
  });
  calls.on(listGroupSeries, async (_args, caller) => {
    requireScopes(caller, "club.read");
    return { series: await listSeriesNames(db) };
  });
  calls.on(listClubGroupMembers, async (args, caller) => {
    requireScopes(caller, "club.read");
    const page = listQuery(args, groupMemberSorts, clock.now());
    return readForOperator(db, async (reading) => {
      if ((await findGroupRow(reading, args.filter.groupId, now())) === null) throw groupNotFound();
      const { rows, counted } = await listGroupMemberRows(reading, args.filter, now(), page);
      return page.toPage(rows, counted, (row) => presentMember(row, namesFor(caller)));
    });
  });
}

/** Calls about groups; they are created and closed by the functions of the command club-group (requirement CO74). */
export function groupConsoleCalls(calls: OperatorRouter, parts: ClubConsole): void {
  readCalls(calls, parts);
  const { db, clock } = parts.context;
  const admin = (caller: OperatorCaller) => ({ db, clock, by: operatorAuditActor(caller) });
  calls.on(createClubGroup, async ({ leaderMobile, ...fields }, caller) => {
    requireScopes(caller, "club.group");
    const leader = await parts.ports.findUserByMobile(db, leaderMobile);
    if (leader === null) throw fault("leaderMobile", messages.noAccount);
    const created = await createGroup(admin(caller), await planOf(parts, fields), leader.userId);
    if (typeof created === "string") throw createFaults[created]();
    return created;
  });
  calls.on(editClubGroup, async ({ groupId, basedOn, ...fields }, caller) => {
    requireScopes(caller, "club.group");
    const { operatorId } = requireOperator(caller);
    const change: GroupChange = { ...(await planOf(parts, fields)), basedOn, operatorId };
    const edited = await editGroupDetails(admin(caller), groupId, change);
    return typeof edited === "object" && "revision" in edited ? edited : throwFault(parts, edited);
  });
  calls.on(closeClubGroup, async ({ groupId, name }, caller) => {
    requireScopes(caller, "club.group");
    const row = await findGroupRow(db, groupId, new Date(clock.now()));
    if (row === null) throw groupNotFound();
    if (trimmed(name) !== row.name) throw fault("name", messages.nameWrong);
    const closed = await closeGroupCounted(admin(caller), groupId);
    if (closed === "noGroup") throw groupNotFound();
    if (closed === "again") throw closedMeanwhile();
    return closed;
  });
  calls.on(changeClubGroupLeader, async ({ groupId, memberId }, caller) => {
    requireScopes(caller, "club.group");
    const outcome = await changeLeader(admin(caller), groupId, memberId);
    if (outcome === "noGroup") throw groupNotFound();
    if (outcome === "closed") throw closedMeanwhile();
    if (outcome === "noOwner") throw new Refusal("stateChanged", { message: messages.leaderNoOwner });
    if (outcome === "notMember") throw new Refusal("stateChanged", { message: messages.notMember });
    if (outcome === "isLeader") throw new Refusal("stateChanged", { message: clubMessages.alreadyLeader });
    return {};
  });
}
