import {
  checkOperatorPassword,
  loginWithDirectory,
  loginWithPasskey,
  loginWithRecoveryCode,
  loginWithTotp,
  showLoginOptions,
  startDirectoryLogin,
  startPasskeyLogin,
  startStepUp,
  stepUp,
} from "#contract/console/login.ts";
import {
  acceptOperatorInvite,
  changeGrants,
  inviteOperator,
  listOperators,
  lockOperator,
  reinviteOperator,
  showOperatorInvite,
  showRightsMatrix,
} from "#contract/console/operators.ts";
import { everyScope } from "#contract/console/scope.ts";
import { searchConsole } from "#contract/console/search.ts";
import { endOperatorSession, listOperatorSessions, showOperatorSession } from "#contract/console/session.ts";
import { listViews, removeView, saveView, setDefaultView } from "#contract/console/views.ts";
import { callAsOperator } from "../operator.ts";
import { accessRow, type AccessRow, type AccessSetting } from "./access-row.ts";

const none = { scope: "none" } as const;
const UNKNOWN = "1";
const response = { id: "a", rawId: "a", type: "public-key", response: {} } as const;
const token = "a".repeat(43);
const view = { page: "activities", name: "我的", state: { query: "?status=open" } } as const;
const LOGIN_TEST = "server/console/login/login.routes.test.ts";
const PASSKEY_TEST = "server/console/login/passkey.routes.test.ts";

const addOther = ({ app }: AccessSetting): Promise<string> =>
  app.console.operators.seed({ name: "另一位", grants: [{ role: "finance", scope: everyScope }] });
const loginCalls: readonly AccessRow[] = [
  accessRow({ ...none, call: showLoginOptions, args: () => ({}) }),
  accessRow({
    ...none,
    call: checkOperatorPassword,
    args: () => ({ login: "nobody", password: "x" }),
  }),
  accessRow({ ...none, call: loginWithTotp, args: () => ({ code: "000000" }), auditShownIn: LOGIN_TEST }),
  accessRow({
    ...none,
    call: loginWithRecoveryCode,
    args: () => ({ code: "0".repeat(12) }),
    auditShownIn: LOGIN_TEST,
  }),
  accessRow({ ...none, call: startPasskeyLogin, args: () => ({}) }),
  accessRow({ ...none, call: loginWithPasskey, args: () => ({ response }), auditShownIn: PASSKEY_TEST }),
  accessRow({ ...none, call: startDirectoryLogin, args: () => ({}) }),
  accessRow({
    ...none,
    call: loginWithDirectory,
    args: () => ({ query: "?code=x&state=y" }),
    auditShownIn: "server/console/login/directory.routes.test.ts",
  }),
  accessRow({ ...none, call: startStepUp, args: () => ({}) }),
  accessRow({ ...none, call: stepUp, args: () => ({ code: "000000" }), auditShownIn: PASSKEY_TEST }),
  accessRow({ ...none, call: showOperatorInvite, args: () => ({ token }) }),
  accessRow({
    ...none,
    call: acceptOperatorInvite,
    args: () => ({ token, name: "甄小心", with: { response } }),
    auditShownIn: LOGIN_TEST,
  }),
];

/** Access of the calls of sessions, operators and views. */
export const ownAccess: readonly AccessRow[] = [
  ...loginCalls,
  accessRow({ ...none, call: showOperatorSession, args: () => ({}) }),
  accessRow({ ...none, call: listOperatorSessions, args: () => ({}) }),
  accessRow({
    ...none,
    call: endOperatorSession,
    args: () => ({ sessionId: UNKNOWN }),
    succeeds: () => ({ sessionId: "others" }),
  }),
  accessRow({ ...none, call: listOperators, args: () => ({}) }),
  accessRow({
    ...none,
    call: inviteOperator,
    args: () => ({ login: "a", name: "甄小心", grants: [] }),
    succeeds: () => ({
      login: `invited.${Date.now()}`,
      name: "甄小心",
      grants: [{ role: "auditor" as const, scope: everyScope }],
    }),
  }),
  accessRow({
    ...none,
    call: reinviteOperator,
    args: () => ({ operatorId: UNKNOWN }),
    succeeds: async (setting) => ({ operatorId: await addOther(setting) }),
  }),
  accessRow({
    ...none,
    call: changeGrants,
    args: () => ({ operatorId: UNKNOWN, basedOn: 1, grants: [] }),
    succeeds: async (setting) => ({
      operatorId: await addOther(setting),
      // Added with its first grants.
      basedOn: 2,
      grants: [{ role: "service" as const, scope: everyScope }],
    }),
  }),
  accessRow({
    ...none,
    call: lockOperator,
    args: () => ({ operatorId: UNKNOWN, isLocked: true }),
    succeeds: async (setting) => ({ operatorId: await addOther(setting), isLocked: true }),
  }),
  accessRow({ ...none, call: showRightsMatrix, args: () => ({}) }),
  accessRow({
    ...none,
    scopeShownIn: "server/console/search/search.routes.test.ts",
    call: searchConsole,
    args: () => ({ text: "没有这样的名称" }),
  }),
  accessRow({ ...none, call: listViews, args: () => ({ page: "activities" as const }) }),
  accessRow({
    ...none,
    call: saveView,
    args: () => ({ ...view, viewId: UNKNOWN }),
    succeeds: () => view,
  }),
  accessRow({
    ...none,
    call: removeView,
    args: () => ({ viewId: UNKNOWN }),
    succeeds: async ({ app }, operator) => ({
      viewId: (await callAsOperator(app, operator, saveView, view)).data.viewId,
    }),
  }),
  accessRow({
    ...none,
    call: setDefaultView,
    args: () => ({ page: "activities" as const, viewId: UNKNOWN }),
    succeeds: () => ({ page: "activities" as const, viewId: null }),
  }),
];
