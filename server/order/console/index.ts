import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { orderActCalls } from "./act-routes.ts";
import { caseCalls } from "./case-routes.ts";
import type { OrderConsoleDependencies } from "./ports.ts";
import { orderReadCalls } from "./read-routes.ts";

/** Registers the console's calls about orders and parcels. */
export function registerOrderConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: OrderConsoleDependencies,
): void {
  orderReadCalls(context, calls, ports);
  orderActCalls(context, calls, ports);
  caseCalls(context, calls, ports);
}
