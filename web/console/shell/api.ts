import { startStepUp, stepUp } from "#contract/console/login.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { endOperatorSession, showOperatorSession, type OperatorSession } from "#contract/console/session.ts";
import { listViews, removeView, saveView, setDefaultView } from "#contract/console/views.ts";
import { sendOperatorCall } from "../../platform/console/operator-calls.ts";

/** @throws Refusal "unauthenticated" without a session */
export const loadSession = (): Promise<OperatorSession> =>
  sendOperatorCall(showOperatorSession, {}, { isQuiet: true });
export const logOut = (): Promise<OperatorResult<typeof endOperatorSession>> =>
  sendOperatorCall(endOperatorSession, {}, { isQuiet: true });
export const beginStepUp = (): Promise<OperatorResult<typeof startStepUp>> =>
  sendOperatorCall(startStepUp, {});
export const proveAgain = (args: OperatorArgs<typeof stepUp>): Promise<OperatorResult<typeof stepUp>> =>
  sendOperatorCall(stepUp, args);

export const loadViews = (
  page: OperatorArgs<typeof listViews>["page"],
): Promise<OperatorResult<typeof listViews>> => sendOperatorCall(listViews, { page });
export const keepView = (args: OperatorArgs<typeof saveView>): Promise<OperatorResult<typeof saveView>> =>
  sendOperatorCall(saveView, args);
export const deleteView = (viewId: string): Promise<OperatorResult<typeof removeView>> =>
  sendOperatorCall(removeView, { viewId });
export const chooseDefaultView = (
  args: OperatorArgs<typeof setDefaultView>,
): Promise<OperatorResult<typeof setDefaultView>> => sendOperatorCall(setDefaultView, args);
