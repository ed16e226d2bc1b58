import {
  countStaffLinks,
  LINK_IN_USE,
  linkHasActivity,
  listLinkChoices,
  listStaffLinks,
  makeStaffLink,
  MAX_REVOKED_LINKS,
  revokeStaffLinks,
  rightOfLinkKind,
  showStaffLink,
  type ListedStaffLink,
  type StaffLinkSelection,
} from "#contract/console/basics/links.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { createStaffLinks } from "../../database/shared-tables/staff-links.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { issueStaffLink, staffLinkTables } from "../make.ts";
import { staffLinkMessages as messages } from "../messages.ts";
import { findLinkChoices, findScopedActivity } from "./choice-store.ts";
import {
  countActs,
  countLinks,
  findLink,
  isUnlimited,
  linkSorts,
  listLinkRows,
  selectLinks,
  type StaffLinkRow,
} from "./list-store.ts";

const DAY = 86_400_000;
/** Interfaces of other modules that the console's calls about links depend on. */
export type StaffLinkConsolePorts = {
  /** Names of operators by their ids. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
type Names = ReadonlyMap<string, string>;
const notFound = (): Refusal => new Refusal("notFound", { message: messages.gone });
const doors: Readonly<Record<string, ListedStaffLink["door"]>> = {
  console: "console",
  command: "command",
  server: "lab",
};

function presentLink(row: StaffLinkRow, names: Names, now: number): ListedStaffLink {
  const isValid = row.revoked_time === null && row.expires_time.getTime() > now;
  const lastUse = row.last_used_time;
  return {
    linkId: row.link_id,
    kind: row.kind,
    state: row.revoked_time !== null ? "revoked" : isValid ? "valid" : "expired",
    activityId: row.activity_id,
    activityTitle: row.title,
    dealerId: row.dealer_id,
    dealerName: row.dealer && dealerDisplayName(row.dealer),
    sessionTime: row.session_time && toShanghaiIso(row.session_time),
    madeBy: (row.made_by !== null && names.get(row.made_by)) || null,
    door: row.made_door === null ? null : (doors[row.made_door] ?? "desk"),
    createdTime: toShanghaiIso(row.created_time),
    expiresTime: toShanghaiIso(row.expires_time),
    revokedTime: row.revoked_time && toShanghaiIso(row.revoked_time),
    lastUsedTime: lastUse && toShanghaiIso(lastUse),
    isInUse: isValid && lastUse !== null && lastUse.getTime() > now - LINK_IN_USE,
  };
}
const makersOf = (rows: readonly StaffLinkRow[]): string[] => [
  ...new Set(rows.flatMap(({ made_by }) => made_by ?? [])),
];

function readCalls(
  { db, clock }: AppContext,
  calls: OperatorRouter,
  { operatorNames }: StaffLinkConsolePorts,
): void {
  calls.on(listStaffLinks, async (args, caller) => {
    const scopes = requireScopes(caller, "link.read");
    const { operatorId } = requireOperator(caller);
    const page = listQuery(args, linkSorts, clock.now());
    const query = { scopes, filter: args.filter, operatorId, now: page.asOf };
    const { rows, counted } = await readForOperator(db, (reading) => listLinkRows(reading, query, page));
    const names = await operatorNames(makersOf(rows));
    return page.toPage(rows, counted, (row) => presentLink(row, names, clock.now()));
  });
  calls.on(countStaffLinks, async (_args, caller) => {
    const scopes = requireScopes(caller, "link.read");
    return readForOperator(db, (reading) => countLinks(reading, scopes, new Date(clock.now())));
  });
  calls.on(showStaffLink, async ({ linkId }, caller) => {
    const scopes = requireScopes(caller, "link.read");
    const found = await readForOperator(db, async (reading) => {
      const row = await findLink(reading, scopes, linkId);
      return row && { row, acts: await countActs(reading, linkId) };
    });
    if (found === null) throw notFound();
    return {
      link: presentLink(found.row, await operatorNames(makersOf([found.row])), clock.now()),
      acts: found.acts.map(({ action, count, last_time }) => ({
        action,
        count,
        lastTime: toShanghaiIso(last_time),
      })),
    };
  });
  calls.on(listLinkChoices, async ({ activityId }, caller) => {
    const scopes = requireScopes(caller, "link.make");
    const found = await readForOperator(db, (reading) => findLinkChoices(reading, scopes, activityId));
    if (found === null) throw new Refusal("notFound", { message: messages.noActivity });
    const { activity, dealers, sessions } = found;
    return {
      title: activity.title,
      isOnline: activity.is_online,
      isWhole: activity.is_whole,
      dealers: dealers.map((dealer) => ({
        dealerId: dealer.organisation_id,
        name: dealerDisplayName(dealer),
      })),
      sessions: sessions.map(({ session_id, start_time, dealer_id }) => ({
        sessionId: session_id,
        startTime: toShanghaiIso(start_time),
        dealerId: dealer_id,
      })),
    };
  });
}

type NewLink = ParsedOperatorArgs<typeof makeStaffLink>;
/**
 * Judges whether the caller may make a link: it opens no more than they may do themselves.
 * @throws Refusal "forbidden" without the right of its kind, "notFound" for an activity out of scope
 */
async function requireMakeable(db: Database, caller: OperatorCaller, link: NewLink): Promise<void> {
  const { kind, activityId, dealerId, sessionId } = link;
  const making = requireScopes(caller, "link.make");
  const doing = requireScopes(caller, rightOfLinkKind[kind]);
  if (!linkHasActivity(kind)) {
    if (!making.some(isUnlimited) || !doing.some(isUnlimited)) throw new Refusal("forbidden");
    return;
  }
  if (activityId === null) throw new Refusal("invalid", { fields: { activityId: messages.needsActivity } });
  for (const scopes of [making, doing]) {
    const found = await findScopedActivity(db, scopes, { activityId, dealerId, sessionId });
    const isReached = kind === "compose" || kind === "preview" ? found?.is_own : found?.reaches_people;
    if (isReached) continue;
    if (found?.is_readable && (kind === "check-in" || kind === "leads") && dealerId === null)
      throw new Refusal("invalid", { fields: { dealerId: messages.needsDealer } });
    throw new Refusal("notFound", { message: messages.noActivity });
  }
}

const fieldOfProblem = {
  noActivity: "activityId",
  noSession: "sessionId",
  unknownDealer: "dealerId",
  noDealer: "dealerId",
  otherDealer: "dealerId",
  notOnline: "kind",
} as const;

/** Revokes the selected links in one transaction, with an audit entry for each. @throws Refusal if none could be */
async function revokeSelected(
  { db, clock }: AppContext,
  caller: OperatorCaller,
  selection: StaffLinkSelection,
): Promise<{ revoked: number; left: number }> {
  const scopes = requireScopes(caller, "link.make");
  const { operatorId } = requireOperator(caller);
  const isFilter = "filter" in selection;
  const filter = isFilter ? selection.filter : {};
  const now = new Date(clock.now());
  return db.transaction().execute(async (transaction) => {
    const found = await selectLinks(
      transaction,
      { scopes, filter, operatorId, now },
      isFilter ? null : selection.ids,
      MAX_REVOKED_LINKS + 1,
    );
    if (isFilter && found.length !== selection.count) throw new Refusal("listChanged");
    if (found.length === 0) throw notFound();
    let revoked = 0;
    const by = operatorAuditActor(caller);
    for (const { kind, link_id } of found) {
      const links = createStaffLinks({ db: transaction, clock, by }, staffLinkTables[kind].table);
      if (await links.revoke(link_id)) revoked++;
    }
    if (revoked === 0) throw new Refusal("stateChanged", { message: messages.ended });
    return { revoked, left: (isFilter ? found.length : selection.ids.length) - revoked };
  });
}

/** Registers the console's calls about links of staff (requirement CO72). */
export function registerStaffLinkConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: StaffLinkConsolePorts,
): void {
  const { db, clock, origin } = context;
  readCalls(context, calls, ports);
  calls.on(makeStaffLink, async (link, caller) => {
    await requireMakeable(db, caller, link);
    const by = operatorAuditActor(caller);
    const made = await issueStaffLink({ db, clock, by }, link);
    if ("problem" in made) {
      const { problem } = made;
      throw new Refusal("invalid", { fields: { [fieldOfProblem[problem]]: messages[problem] } });
    }
    return {
      linkId: made.linkId,
      url: origin() + made.path,
      couponUrl: made.couponPath === null ? null : origin() + made.couponPath,
      expiresTime: toShanghaiIso(clock.now() + link.days * DAY),
    };
  });
  calls.on(revokeStaffLinks, ({ selection }, caller) => revokeSelected(context, caller, selection));
}
