import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import {
  changeGrants,
  inviteOperator,
  listOperators,
  lockOperator,
  reinviteOperator,
  showRightsMatrix,
} from "#contract/console/operators.ts";
import { send } from "../shell/index.ts";

export const loadOperators = (): Promise<OperatorResult<typeof listOperators>> => send(listOperators, {});
export type OperatorInvitation = OperatorResult<typeof inviteOperator>;
export const invite = (args: OperatorArgs<typeof inviteOperator>): Promise<OperatorInvitation> =>
  send(inviteOperator, args);
export const inviteAgain = (operatorId: string): Promise<OperatorInvitation> =>
  send(reinviteOperator, { operatorId });
export const saveGrants = (
  args: OperatorArgs<typeof changeGrants>,
): Promise<OperatorResult<typeof changeGrants>> => send(changeGrants, args);
export const setLocked = (
  args: OperatorArgs<typeof lockOperator>,
): Promise<OperatorResult<typeof lockOperator>> => send(lockOperator, args);
export type RightsMatrix = OperatorResult<typeof showRightsMatrix>;
export const loadRightsMatrix = (): Promise<RightsMatrix> => send(showRightsMatrix, {});
