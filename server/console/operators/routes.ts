import {
  changeGrants,
  inviteOperator,
  listOperators,
  lockOperator,
  reinviteOperator,
  type ListedOperator,
} from "#contract/console/operators.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry, type AuditAction, type AuditEntry } from "../../database/shared-tables/audit-log.ts";
import { operatorAuditActor, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { operatorCredentialStore } from "../login/credential-store.ts";
import { consoleMessages } from "../messages.ts";
import { operatorSessionStore } from "../session/store.ts";
import { inviteStore } from "./invite-store.ts";
import { keepSysadmin, lockOther } from "./manage.ts";
import { operatorStore, type OperatorRow } from "./operator-store.ts";

const stateOf = ({ is_locked, is_activated }: OperatorRow): ListedOperator["state"] =>
  is_locked ? "locked" : is_activated ? "active" : "invited";
const toListedOperator = (row: OperatorRow, ownId: string) => ({
  operatorId: row.operator_id,
  name: row.operator_name,
  login: row.operator_login,
  state: stateOf(row),
  isDirectoryAccount: row.is_directory,
  grants: row.grants,
  passkeys: row.passkeys,
  hasTotp: row.has_totp,
  recoveryCodes: row.recovery_codes,
  usedTime: row.used_time?.toISOString() ?? null,
  invitedUntil: row.invited_until?.toISOString() ?? null,
  createdTime: row.created_time.toISOString(),
  revision: row.revision,
  isSelf: row.operator_id === ownId,
});

/** Creates audit entries about operators. */
const auditEntries =
  ({ clock }: Pick<AppContext, "clock">) =>
  (caller: OperatorCaller, action: AuditAction, operatorId: string, outcome = "done"): AuditEntry => ({
    by: operatorAuditActor(caller),
    action,
    about: { kind: "operator", id: operatorId },
    outcome,
    now: new Date(clock.now()),
  });

/** Registers the invitations to built-in accounts. */
function registerInvitingCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock, origin } = context;
  const entry = auditEntries(context);
  const toLink = (token: string): string => `${origin()}/console/invitation#${token}`;

  calls.on(inviteOperator, ({ login, name, grants }, caller) =>
    withAuditEntry(
      db,
      async (transaction) => {
        const now = new Date(clock.now());
        const operators = operatorStore(transaction);
        const by = requireOperator(caller).operatorId;
        const operatorId = await operators.add({ login, name, directoryKey: null, isActivated: false, now });
        if (operatorId === null)
          throw new Refusal("invalid", { fields: { login: consoleMessages.loginTaken } });
        await operators.setGrants(operatorId, "hand", grants, { by, now });
        const { token, expiresTime } = await inviteStore(transaction).add(operatorId, clock.now());
        return { operatorId, link: toLink(token), expiresTime: expiresTime.toISOString() };
      },
      ({ operatorId }) => entry(caller, "operator.invite", operatorId),
    ),
  );

  calls.on(reinviteOperator, ({ operatorId }, caller) =>
    withAuditEntry(
      db,
      (transaction) =>
        keepSysadmin(transaction, async () => {
          const operator = await lockOther(transaction, caller, operatorId);
          if (operator.is_directory || operator.is_locked) throw new Refusal("stateChanged");
          await operatorCredentialStore(transaction).removeAll(operatorId);
          await operatorSessionStore(transaction).endAll(operatorId);
          await operatorStore(transaction).setActivated(operatorId, null);
          const { token, expiresTime } = await inviteStore(transaction).add(operatorId, clock.now());
          return { operatorId, link: toLink(token), expiresTime: expiresTime.toISOString() };
        }),
      () => entry(caller, "operator.reinvite", operatorId),
    ),
  );
}

/** Registers the changes of grants and locks. */
function registerChangingCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock } = context;
  const entry = auditEntries(context);

  calls.on(changeGrants, ({ operatorId, basedOn, grants }, caller) =>
    withAuditEntry(
      db,
      (transaction) =>
        keepSysadmin(transaction, async () => {
          const operators = operatorStore(transaction);
          const operator = await lockOther(transaction, caller, operatorId);
          if (operator.revision !== basedOn) {
            const { changed_by: by, changed_time: at } = operator;
            const name = by === null ? null : await operators.nameOf(by);
            throw new Refusal("editConflict", {
              data: { by: name, at: at?.toISOString() ?? null, fields: ["grants"] },
            });
          }
          const by = requireOperator(caller).operatorId;
          await operators.setGrants(operatorId, "hand", grants, { by, now: new Date(clock.now()) });
          return { revision: await operators.revisionOf(operatorId) };
        }),
      () => entry(caller, "operator.grants", operatorId),
    ),
  );

  calls.on(lockOperator, ({ operatorId, isLocked }, caller) =>
    withAuditEntry(
      db,
      (transaction) =>
        keepSysadmin(transaction, async () => {
          const operators = operatorStore(transaction);
          const operator = await lockOther(transaction, caller, operatorId);
          if (operator.is_locked === isLocked) throw new Refusal("stateChanged");
          const by = requireOperator(caller).operatorId;
          await operators.setLocked(operatorId, isLocked, { by, now: new Date(clock.now()) });
          if (isLocked) await operatorSessionStore(transaction).endAll(operatorId);
          return { revision: await operators.revisionOf(operatorId) };
        }),
      () => entry(caller, isLocked ? "operator.lock" : "operator.unlock", operatorId),
    ),
  );
}

/** Registers the calls about operators and their grants. */
export function registerOperatorCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock } = context;
  calls.on(listOperators, async (_args, caller) => {
    const { operatorId } = requireOperator(caller);
    const rows = await readForOperator(db, (transaction) =>
      operatorStore(transaction).list(new Date(clock.now())),
    );
    return { operators: rows.map((row) => toListedOperator(row, operatorId)) };
  });
  registerInvitingCalls(context, calls);
  registerChangingCalls(context, calls);
}
