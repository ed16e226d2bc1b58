import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
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
  type InventoryTable,
  type ShownRightsRequest,
} from "#contract/console/watch/rights-requests.ts";
import { send } from "../shell/index.ts";

export const loadRequests = (
  args: OperatorArgs<typeof listRightsRequests>,
): Promise<OperatorResult<typeof listRightsRequests>> => send(listRightsRequests, args);
export const loadRequest = async (requestId: string): Promise<ShownRightsRequest> =>
  (await send(showRightsRequest, { requestId })).request;
export const takeIn = async (args: OperatorArgs<typeof takeInRightsRequest>): Promise<string> =>
  (await send(takeInRightsRequest, args)).requestId;
export const identify = (args: OperatorArgs<typeof identifyRightsRequester>): Promise<unknown> =>
  send(identifyRightsRequester, args);

/** A request in the state that the operator saw. */
type Based = Pick<ShownRightsRequest, "requestId" | "revision">;
const based = ({ requestId, revision }: Based) => ({ requestId, basedOn: revision });
export const makeCopy = (request: Based): Promise<unknown> => send(makeRightsCopy, based(request));
export const fetchCopy = async (request: Based): Promise<string> =>
  (await send(fetchRightsCopy, based(request))).text;
export const askForErasure = (request: Based): Promise<unknown> => send(askErasure, based(request));
export const erase = (request: Based): Promise<unknown> => send(confirmErasure, based(request));
export const close = (
  request: Based,
  ending: Pick<OperatorArgs<typeof closeRightsRequest>, "outcome" | "told">,
): Promise<unknown> => send(closeRightsRequest, { ...based(request), ...ending });

export const loadInventory = async (): Promise<InventoryTable[]> =>
  (await send(showPersonalDataInventory, {})).tables;

/** Keys of this area in the cache. */
export const requestKeys = {
  list: listRightsRequests.name,
  detail: (requestId: string) => [showRightsRequest.name, requestId],
  inventory: [showPersonalDataInventory.name],
};
