import {
  listViews,
  removeView,
  saveView,
  setDefaultView,
  viewPages,
  type ViewPage,
} from "#contract/console/views.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { OperatorRole } from "#contract/console/rights.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry, type AuditAction, type AuditEntry } from "../../database/shared-tables/audit-log.ts";
import {
  hasRight,
  operatorAuditActor,
  requireOperator,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { consoleMessages } from "../messages.ts";
import { viewStore } from "./store.ts";

/** Whether the caller may read a list at all; counts are no list. */
const mayRead = (caller: OperatorCaller, page: ViewPage): boolean =>
  hasRight(requireOperator(caller), viewPages[page], "list");
function requirePage(caller: OperatorCaller, page: ViewPage): void {
  if (!mayRead(caller, page)) throw new Refusal("forbidden");
}
/** @throws Refusal "forbidden": a role that the caller does not have */
function requireOwnRole(caller: OperatorCaller, role: OperatorRole | null): void {
  const { grants } = requireOperator(caller);
  if (role !== null && !grants.some((grant) => grant.role === role)) throw new Refusal("forbidden");
}

/** Creates audit entries about views. */
const viewEntries =
  ({ clock }: Pick<AppContext, "clock">) =>
  (caller: OperatorCaller, action: AuditAction, id: string | null): AuditEntry => ({
    by: operatorAuditActor(caller),
    action,
    about: { kind: "view", id },
    outcome: "done",
    now: new Date(clock.now()),
  });

/** Registers the calls that read and save views. */
function registerSaving(context: AppContext, calls: OperatorRouter): void {
  const { db, clock } = context;
  const entry = viewEntries(context);
  calls.on(listViews, async ({ page }, caller) => {
    if (!mayRead(caller, page)) return { views: [] };
    const rows = await viewStore(db).list(requireOperator(caller).operatorId, page);
    return {
      views: rows.map((row) => ({
        viewId: row.view_id,
        name: row.name,
        state: row.state,
        sharedRole: row.shared_role,
        isOwn: row.is_own,
        isDefault: row.is_default,
      })),
    };
  });

  calls.on(saveView, ({ viewId, page, name, state, sharedRole = null }, caller) => {
    requirePage(caller, page);
    requireOwnRole(caller, sharedRole);
    const { operatorId } = requireOperator(caller);
    const now = new Date(clock.now());
    const content = { page, name, state, sharedRole };
    return withAuditEntry(
      db,
      async (transaction) => {
        const views = viewStore(transaction);
        if (viewId === undefined) {
          await views.lockOwner(operatorId);
          const added = await views.add(operatorId, content, now);
          if (added === null)
            throw new Refusal("invalid", { fields: { name: consoleMessages.tooManyViews } });
          return { viewId: added };
        }
        if (!(await views.change(operatorId, viewId, content, now))) throw new Refusal("notFound");
        return { viewId };
      },
      ({ viewId: saved }) => entry(caller, "view.save", saved),
    );
  });
}

/** Registers the calls about saved views. */
export function registerViewCalls(context: AppContext, calls: OperatorRouter): void {
  const { db } = context;
  const entry = viewEntries(context);
  registerSaving(context, calls);

  calls.on(removeView, ({ viewId }, caller) =>
    withAuditEntry(
      db,
      async (transaction) => {
        const isRemoved = await viewStore(transaction).remove(requireOperator(caller).operatorId, viewId);
        if (!isRemoved) throw new Refusal("notFound");
        return {};
      },
      () => entry(caller, "view.remove", viewId),
    ),
  );

  calls.on(setDefaultView, ({ page, viewId }, caller) => {
    requirePage(caller, page);
    const { operatorId } = requireOperator(caller);
    return withAuditEntry(
      db,
      async (transaction) => {
        const views = viewStore(transaction);
        if (viewId === null) await views.clearDefault(operatorId, page);
        else if (!(await views.setDefault(operatorId, page, viewId))) throw new Refusal("notFound");
        return {};
      },
      () => entry(caller, "view.default", viewId),
    );
  });
}
