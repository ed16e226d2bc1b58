import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { Jobs } from "../../job/index.ts";
import { leadAssignmentCalls } from "./assignment-routes.ts";
import { leadBulkCalls } from "./bulk-routes.ts";
import { leadDetailCalls } from "./detail-routes.ts";
import { leadListCalls } from "./list-routes.ts";
import type { LeadConsolePorts } from "./ports.ts";

/** Registers the console's calls about leads (requirements CO11, CO60–CO62). */
export function registerLeadConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: LeadConsolePorts & { readonly jobs: Jobs },
): void {
  leadListCalls(context, calls, ports);
  leadDetailCalls(context, calls, ports);
  leadAssignmentCalls(context, calls, ports);
  leadBulkCalls(context, calls, ports.jobs);
}
