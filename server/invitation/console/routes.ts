import {
  checkInvitationGuests,
  countInvitationCodes,
  issueInvitationCodes,
  listInvitationCodes,
  MAX_ISSUED_CODES,
  MAX_REVOKED_CODES,
  revokeInvitationCodes,
  type InvitationBatch,
  type InvitationSelection,
  type ListedInvitation,
} from "#contract/console/basics/invitations.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  hasRight,
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { maskGuestName } from "../../signup/index.ts";
import { findScopedActivity } from "../../staff-link/index.ts";
import { findGrantProblem } from "../grant.ts";
import { parseGuestLines, type GuestLine } from "../guest-lines.ts";
import { issueInvitations } from "../issue.ts";
import { invitationMessages } from "../messages.ts";
import {
  codeSorts,
  countCodes,
  listCodeRows,
  revokeUnusedCodes,
  selectCodes,
  type ListedCodeRow,
} from "./list-store.ts";

const { console: messages } = invitationMessages;
const DAY = 86_400_000;
const RIGHT = "invitation.issue";
/** Interfaces of other modules that the console's calls about codes depend on. */
export type InvitationConsolePorts = {
  /** Names of operators by their ids. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
const doors: Readonly<Record<string, ListedInvitation["door"]>> = {
  console: "console",
  command: "command",
  server: "lab",
};

const presentCode = (
  row: ListedCodeRow,
  names: ReadonlyMap<string, string>,
  isNamed: boolean,
): ListedInvitation => ({
  invitationId: row.invitation_id,
  activityId: row.activity_id,
  activityTitle: row.title,
  guest: isNamed ? row.guest : maskGuestName(row.guest),
  state: row.state,
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  sessionTime: row.session_time && toShanghaiIso(row.session_time),
  issuedBy: (row.issued_by !== null && names.get(row.issued_by)) || null,
  door: row.issued_door === null ? null : (doors[row.issued_door] ?? "desk"),
  createdTime: toShanghaiIso(row.created_time),
  expiresTime: toShanghaiIso(row.end_time),
  usedTime: row.used_time && toShanghaiIso(row.used_time),
  revokedTime: row.revoked_time && toShanghaiIso(row.revoked_time),
});

/**
 * Judges a batch: activity and dealer in scope, and each row.
 * @returns rows without and with a fault
 * @throws Refusal "notFound" or "invalid"
 */
async function judgeBatch(
  db: Database,
  caller: OperatorCaller,
  { activityId, dealerId, sessionId, guests: text }: InvitationBatch,
): Promise<{ guests: readonly GuestLine[]; faults: { row: number; fault: string }[] }> {
  const scope = { activityId, dealerId, sessionId };
  const found = await findScopedActivity(db, requireScopes(caller, RIGHT), scope);
  if (!found?.reaches_people) throw new Refusal("notFound", { message: messages.noActivity });
  const problem = await findGrantProblem(db, scope);
  if (problem !== null) {
    const field =
      problem === "noActivity" ? "activityId" : problem.endsWith("Session") ? "sessionId" : "dealerId";
    throw new Refusal("invalid", { fields: { [field]: messages[problem] } });
  }
  const { guests, faults } = parseGuestLines(text);
  const invalid = (message: string) => new Refusal("invalid", { fields: { guests: message } });
  if (guests.length + faults.length === 0) throw invalid(messages.noGuests);
  if (guests.length > MAX_ISSUED_CODES) throw invalid(messages.tooMany(MAX_ISSUED_CODES));
  return { guests, faults: [...faults] };
}

function issueCalls({ db, clock, origin }: AppContext, calls: OperatorRouter): void {
  calls.on(checkInvitationGuests, async (batch, caller) => {
    const { guests, faults } = await judgeBatch(db, caller, batch);
    return { count: guests.length, faults };
  });
  calls.on(issueInvitationCodes, async ({ count, ...batch }, caller) => {
    const { activityId, dealerId, sessionId, days } = batch;
    const { guests } = await judgeBatch(db, caller, batch);
    if (guests.length !== count) throw new Refusal("listChanged");
    const now = clock.now();
    const expires = new Date(now + days * DAY);
    const codes = await issueInvitations(
      db,
      guests.map(({ name }) => ({ activityId, name, seriesCode: null, dealerId, sessionId })),
      { by: operatorAuditActor(caller), now: new Date(now), expires },
    );
    return {
      codes: codes.map((code, at) => ({
        name: guests[at]?.name ?? "",
        mobile: guests[at]?.mobile ?? "",
        url: `${origin()}${WEB_BASE}invited/${activityId}?sec=${code}`,
      })),
      expiresTime: toShanghaiIso(expires),
    };
  });
}

/** Revokes the selected codes that are unused, with one audit entry. @throws Refusal if none could be */
async function revokeSelected(
  { db, clock }: AppContext,
  caller: OperatorCaller,
  selection: InvitationSelection,
): Promise<{ revoked: number; left: number }> {
  const scopes = requireScopes(caller, RIGHT);
  const { operatorId } = requireOperator(caller);
  const now = new Date(clock.now());
  const isFilter = "filter" in selection;
  const query = { scopes, filter: isFilter ? selection.filter : {}, operatorId, now };
  const one = !isFilter && selection.ids.length === 1 ? (selection.ids[0] ?? null) : null;
  return withAuditEntry(
    db,
    async (transaction) => {
      const ids = await selectCodes(
        transaction,
        query,
        isFilter ? null : selection.ids,
        MAX_REVOKED_CODES + 1,
      );
      if (isFilter && ids.length !== selection.count) throw new Refusal("listChanged");
      if (ids.length === 0) throw new Refusal("notFound", { message: messages.gone });
      const revoked = await revokeUnusedCodes(transaction, ids, { by: operatorId, now });
      if (revoked === 0) throw new Refusal("stateChanged", { message: messages.ended });
      return { revoked, left: (isFilter ? ids.length : selection.ids.length) - revoked };
    },
    ({ revoked }) => ({
      by: operatorAuditActor(caller),
      action: "seal.revoke",
      about: { kind: "invitation", id: one },
      outcome: `${revoked} codes`,
      now,
    }),
  );
}

/** Registers the console's calls about invitation codes (requirement CO72). */
export function registerInvitationConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  { operatorNames }: InvitationConsolePorts,
): void {
  const { db, clock } = context;
  calls.on(listInvitationCodes, async (args, caller) => {
    const scopes = requireScopes(caller, RIGHT);
    const operator = requireOperator(caller);
    const page = listQuery(args, codeSorts, clock.now());
    const query = { scopes, filter: args.filter, operatorId: operator.operatorId, now: page.asOf };
    const { rows, counted } = await readForOperator(db, (reading) => listCodeRows(reading, query, page));
    const names = await operatorNames([...new Set(rows.flatMap(({ issued_by }) => issued_by ?? []))]);
    const isNamed = hasRight(operator, "person.name", "one");
    return page.toPage(rows, counted, (row) => presentCode(row, names, isNamed));
  });
  calls.on(countInvitationCodes, async (filter, caller) => {
    const scopes = requireScopes(caller, RIGHT);
    const { operatorId } = requireOperator(caller);
    const query = { scopes, filter, operatorId, now: new Date(clock.now()) };
    const counts = await readForOperator(db, (reading) => countCodes(reading, query));
    const of = (state: ListedInvitation["state"]): number => counts.get(state) ?? 0;
    return { unused: of("unused"), used: of("used"), expired: of("expired"), revoked: of("revoked") };
  });
  issueCalls(context, calls);
  calls.on(revokeInvitationCodes, ({ selection }, caller) => revokeSelected(context, caller, selection));
}
