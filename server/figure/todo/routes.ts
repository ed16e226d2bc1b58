import { listTodos, todoKinds, type Todo } from "#contract/console/figure-live.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireOperator, scopesOf } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import type { FigurePorts } from "../console/ports.ts";
import { readTodo, todoReaders, type TodoRow } from "./todo-store.ts";

/** Right for the list that a thing to do opens. */
const rightOf: Readonly<Record<Todo["kind"], OperatorRight>> = {
  overdueLeads: "lead.read",
  unassignedLeads: "lead.assign",
  kocReviews: "koc.review",
  complaints: "club.decide",
  fullSessions: "activity.read",
  lowStock: "mall.read",
  failingCoupons: "benefit.write",
  refunds: "mall.refund",
  afterSales: "mall.refund",
  lateOrders: "mall.ship",
  refusedPlans: "activity.publish",
};

const present = (kind: Todo["kind"], { count, since, other, name }: TodoRow): Todo => ({
  kind,
  count,
  since: since && toShanghaiIso(since),
  other,
  name,
});

/** Registers the call for things to do, each judged by the right for its list; those without any are left out. */
export function registerTodoCalls(context: AppContext, calls: OperatorRouter, ports: FigurePorts): void {
  calls.on(listTodos, async (_args, caller) => {
    const operator = requireOperator(caller);
    const now = new Date(context.clock.now());
    const todos = await readForOperator(context.db, async (db): Promise<Todo[]> => {
      const found: Todo[] = [];
      const leadScopes = scopesOf(operator, "lead.read");
      const leads =
        leadScopes.length === 0 ? null : await ports.countLeadsToDo(db, leadScopes, now.getTime());
      for (const kind of todoKinds) {
        const scopes = scopesOf(operator, rightOf[kind]);
        if (scopes.length === 0) continue;
        const row =
          kind === "overdueLeads"
            ? leads?.overdue
            : kind === "unassignedLeads"
              ? leads?.unassigned
              : await readTodo(db, todoReaders[kind](scopes, now));
        if (row !== undefined && row.count > 0) found.push(present(kind, row));
      }
      return found;
    });
    return { todos, asOf: now.toISOString() };
  });
}
