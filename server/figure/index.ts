import type { AppContext } from "../core/app-context.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { registerFigureChoices } from "./console/choice-routes.ts";
import { registerFigureCalls } from "./console/figure-routes.ts";
import type { FigurePorts } from "./console/ports.ts";
import { createLiveNumbers } from "./live/numbers.ts";
import { registerLiveFigures } from "./live/stream.ts";
import { scheduleFigureDays } from "./days/make-days.ts";
import { registerTodoCalls } from "./todo/routes.ts";

export { checkDays, makeDueDays } from "./days/make-days.ts";
export { figureRows } from "./console/figure-rows.ts";
export { countActivityFigures } from "./console/activity-figures.ts";
export type { FigurePorts } from "./console/ports.ts";

/** Registers the console's calls about figures (requirements CO78–CO85), and the stream of today's numbers. */
export function registerFigureConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: FigurePorts,
): { close(): void } {
  registerFigureCalls(context, calls, ports);
  registerFigureChoices(context, calls);
  registerTodoCalls(context, calls, ports);
  const live = registerLiveFigures(context, calls, createLiveNumbers(context));
  const days = context.config.isConsoleServed ? scheduleFigureDays(context) : null;
  return {
    close: () => {
      live.close();
      days?.stop();
    },
  };
}
