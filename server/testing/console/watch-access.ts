import {
  checkAuditDay,
  downloadAuditDay,
  listAuditChoices,
  listAuditEntries,
  listAuditSeals,
} from "#contract/console/watch/audit.ts";
import { showHealth } from "#contract/console/watch/health.ts";
import type { RightsRequestKind } from "#contract/console/watch/rights-requests.ts";
import {
  askErasure,
  closeRightsRequest,
  confirmErasure,
  fetchRightsCopy,
  identifyRightsRequester,
  listRightsRequests,
  makeRightsCopy,
  showPersonalDataInventory,
  showRightsRequest,
  takeInRightsRequest,
} from "#contract/console/watch/rights-requests.ts";
import { listSettings } from "#contract/console/watch/settings.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { newId } from "../../core/ids.ts";
import {
  insertRequest,
  setCopy,
  setErasureAsked,
  setIdentified,
} from "../../privacy/console/request-store.ts";
import { accessRow, type AccessRow, type AccessSetting } from "./access-row.ts";

const none = { scope: "none" } as const;
const day = "2020-01-01";
const unknown = { requestId: "1", basedOn: 1 } as const;
const scopeShownIn = "server/privacy/console/rights-requests.routes.test.ts";
let mobiles = 13_400_000_000;

/** A person who has an account, and a request of theirs that another operator took in. */
async function newRequest({ app }: AccessSetting, kind: RightsRequestKind) {
  const mobile = String(mobiles++);
  const { userId } = await app.login(mobile);
  const now = new Date(app.context.clock.now());
  const act = { requestId: newId(), by: "1", now };
  const { db } = app.context;
  await insertRequest(db, {
    ...act,
    kind,
    channel: "phone",
    received: now,
    due: now,
    words: null,
    takenBy: "1",
  });
  return { act, db, userId, mobile };
}
/** A request whose person is identified. */
async function identified(setting: AccessSetting, kind: RightsRequestKind) {
  const request = await newRequest(setting, kind);
  await setIdentified(request.db, request.act, request.userId, "mobile");
  return request;
}

const rightsRequestAccess: readonly AccessRow[] = [
  accessRow({ ...none, scopeShownIn, call: listRightsRequests, args: () => ({ filter: {} }) }),
  accessRow({ ...none, scopeShownIn, call: showRightsRequest, args: () => ({ requestId: "1" }) }),
  accessRow({ ...none, call: showPersonalDataInventory, args: () => ({}) }),
  accessRow({
    ...none,
    call: takeInRightsRequest,
    args: () => ({ kind: "export" as const, channel: "phone" as const, receivedDay: "2020-01-01" }),
    succeeds: ({ app }) => ({
      kind: "export" as const,
      channel: "phone" as const,
      receivedDay: toShanghaiDate(new Date(app.context.clock.now())),
    }),
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: identifyRightsRequester,
    args: () => ({ ...unknown, by: { mobile: "13900000000" } }),
    succeeds: async (setting) => {
      const { act, mobile } = await newRequest(setting, "export");
      return { requestId: act.requestId, basedOn: 1, by: { mobile } };
    },
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: makeRightsCopy,
    args: () => unknown,
    succeeds: async (setting) => ({
      requestId: (await identified(setting, "export")).act.requestId,
      basedOn: 2,
    }),
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: fetchRightsCopy,
    args: () => unknown,
    succeeds: async (setting) => {
      const { act, db } = await identified(setting, "export");
      await setCopy(db, act, "{}");
      return { requestId: act.requestId, basedOn: 3 };
    },
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: askErasure,
    args: () => unknown,
    succeeds: async (setting) => ({
      requestId: (await identified(setting, "erase")).act.requestId,
      basedOn: 2,
    }),
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: confirmErasure,
    args: () => unknown,
    succeeds: async (setting) => {
      const { act, db } = await identified(setting, "erase");
      await setErasureAsked(db, act);
      return { requestId: act.requestId, basedOn: 3 };
    },
  }),
  accessRow({
    ...none,
    scopeShownIn,
    call: closeRightsRequest,
    args: () => ({ ...unknown, outcome: "withdrawn" as const, told: "phone" as const }),
    succeeds: async (setting) => ({
      requestId: (await newRequest(setting, "export")).act.requestId,
      basedOn: 1,
      outcome: "withdrawn" as const,
      told: "phone" as const,
    }),
  }),
];

/** Access of the calls about the audit log, requests about personal data, health and settings. */
export const watchAccess: readonly AccessRow[] = [
  accessRow({ ...none, call: listAuditEntries, args: () => ({ filter: {} }) }),
  accessRow({ ...none, call: listAuditChoices, args: () => ({}) }),
  accessRow({ ...none, call: listAuditSeals, args: () => ({}) }),
  accessRow({ ...none, call: checkAuditDay, args: () => ({ day }) }),
  accessRow({ ...none, call: downloadAuditDay, args: () => ({ day }) }),
  ...rightsRequestAccess,
  accessRow({ ...none, call: showHealth, args: () => ({}) }),
  accessRow({ ...none, call: listSettings, args: () => ({}) }),
];
