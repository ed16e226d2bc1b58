import { registerActivityConsoleCalls, registerDealerCalls, registerSeriesCalls } from "./catalogue/index.ts";
import type { AppContext } from "./core/app-context.ts";
import { registerFigureConsoleCalls } from "./figure/index.ts";
import { findOperator, listOperatorsWith, operatorNames, scopesOfOperator } from "./console/index.ts";
import { createExports, type Exports } from "./export/index.ts";
import type { OperatorRouter } from "./http/console/operator-router.ts";
import { issueInvitations, registerInvitationConsoleCalls } from "./invitation/index.ts";
import { createJobs, type Jobs } from "./job/index.ts";
import { countLeadsToDo, readLeadDueTimes } from "./lead/index.ts";
import { registerStaffLinkConsoleCalls } from "./staff-link/index.ts";
import { registerLocationConsoleCalls } from "./location/index.ts";
import type { ServerModules } from "./modules.ts";
import { registerPictureConsoleCalls } from "./picture/index.ts";
import { registerShareConsoleCalls } from "./share/index.ts";
import { findUserByMobile } from "./session/index.ts";

/** Parts of the console beside the features. */
export type ConsoleParts = {
  /** Bulk acts of operators. */
  readonly jobs: Jobs;
  /** Files of lists. */
  readonly exports: Exports;
  close(): void;
};

/**
 * Registers the console's calls of all features, one line for each area; those of login, operators and views are in
 * server/console itself.
 * @param invalidatePages invalidates cached responses and pages of this process
 */
export function registerConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  modules: Omit<ServerModules, "tracking">,
  invalidatePages: () => void,
): ConsoleParts {
  const jobs = createJobs(context, { scopesOfOperator });
  jobs.registerCalls(calls);
  modules.signUps.registerConsoleCalls(calls, {
    jobs,
    findUserByMobile,
    invite: async (db, guest, by) => (await issueInvitations(db, [guest], by))[0] ?? "",
  });
  modules.checkIns.registerConsoleCalls(calls, jobs);
  modules.leads.registerConsoleCalls(calls, {
    jobs,
    listOperatorsWith: (right, within = context.db) => listOperatorsWith(within, right),
  });
  modules.benefits.registerConsoleCalls(calls);
  modules.kocs.registerConsoleCalls(calls);
  registerLocationConsoleCalls(calls);
  registerPictureConsoleCalls(context, calls, modules.pictures);
  const ports = { operatorNames: operatorNames(context.db), invalidatePages };
  registerStaffLinkConsoleCalls(context, calls, ports);
  registerInvitationConsoleCalls(context, calls, ports);
  modules.club.registerConsoleCalls(calls, { ...ports, findUserByMobile });
  registerShareConsoleCalls(context, calls);
  modules.compose.registerConsoleCalls(calls, ports);
  const basics = {
    invalidatePages,
    operatorNames: (ids: readonly string[], within = context.db) => operatorNames(within)(ids),
  };
  registerDealerCalls(context, calls, { ...basics, placeOf: modules.location.placeOf });
  registerSeriesCalls(context, calls, basics);
  modules.owners.registerConsoleCalls(calls, ports);
  modules.mall.registerConsoleCalls(calls, ports);
  modules.orders.registerConsoleCalls(calls, ports);
  modules.payments.registerConsoleCalls(calls, ports);
  modules.privacy.registerConsoleCalls(calls, ports);
  const activities = registerActivityConsoleCalls(context, calls, ports, jobs);
  const figures = registerFigureConsoleCalls(context, calls, {
    readLeadDueTimes: () => readLeadDueTimes(context.db),
    countLeadsToDo,
  });
  const exports = createExports(context, calls, { findOperator });
  return {
    jobs,
    exports,
    close: () => {
      jobs.close();
      activities.close();
      figures.close();
      exports.close();
    },
  };
}
