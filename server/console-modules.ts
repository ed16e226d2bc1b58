import type { AppContext } from "./core/app-context.ts";
import type { OperatorRouter } from "./http/console/operator-router.ts";
import type { ServerModules } from "./modules.ts";

/**
 * Registers the console's calls of all features, one line for each area; those of login, operators and views are in
 * server/console itself.
 */
export function registerConsoleCalls(
  _context: AppContext,
  _calls: OperatorRouter,
  _modules: Omit<ServerModules, "tracking">,
): void {}
