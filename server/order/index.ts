import type { AppContext } from "../core/app-context.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { checkoutRoutes } from "./checkout/routes.ts";

export { loadQuote, quoteRefusal, type LoadedQuote, type QuoteChoices } from "./checkout/index.ts";

/** Creates orders of the mall: checkout (requirements MA14, MA17). */
export function createOrders(context: AppContext, calls: RpcRouter): void {
  checkoutRoutes(context, calls);
}
