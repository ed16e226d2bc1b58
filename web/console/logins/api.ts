import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { endOperatorSession, listOperatorSessions } from "#contract/console/session.ts";
import { send } from "../shell/index.ts";

export const loadOwnSessions = (): Promise<OperatorResult<typeof listOperatorSessions>> =>
  send(listOperatorSessions, {});
export const endOwnSession = (
  args: OperatorArgs<typeof endOperatorSession>,
): Promise<OperatorResult<typeof endOperatorSession>> => send(endOperatorSession, args);
