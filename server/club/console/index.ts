import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { complaintConsoleCalls, type ClubConsole } from "./complaint-routes.ts";
import { figureConsoleCalls } from "./figure-routes.ts";
import { groupConsoleCalls } from "./group-routes.ts";
import { hiddenConsoleCalls } from "./hidden-routes.ts";
import { memberConsoleCalls } from "./member-routes.ts";
import { wordConsoleCalls } from "./word-routes.ts";

/** Registers the console's calls about the club (requirements CO73, CO74). */
export function registerClubConsoleCalls(calls: OperatorRouter, parts: ClubConsole): void {
  complaintConsoleCalls(calls, parts);
  hiddenConsoleCalls(calls, parts);
  memberConsoleCalls(calls, parts);
  wordConsoleCalls(calls, parts);
  figureConsoleCalls(calls, parts);
  groupConsoleCalls(calls, parts);
}
