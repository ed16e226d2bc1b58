import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { productEditCalls } from "./edit-routes.ts";
import type { ProductConsolePorts } from "./ports.ts";
import { productReadCalls } from "./read-routes.ts";
import { productSaleCalls } from "./sale-routes.ts";
import { productVersionCalls } from "./version-routes.ts";

export type { ProductConsolePorts } from "./ports.ts";

/** Registers the console's calls about products and stock. */
export function productConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  productReadCalls(context, calls, ports);
  productEditCalls(context, calls, ports);
  productSaleCalls(context, calls, ports);
  productVersionCalls(context, calls, ports);
}
