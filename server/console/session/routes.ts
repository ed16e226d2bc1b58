import { endOperatorSession, listOperatorSessions, showOperatorSession } from "#contract/console/session.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  operatorRightNames,
  rightReaches,
  type OperatorRight,
  type RightReach,
} from "#contract/console/rights.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { hasRight, operatorAuditActor, requireOperator, type Operator } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { ConsoleCookies } from "./cookie.ts";
import { operatorSessionStore } from "./store.ts";

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Rights of an operator with the widest reach that any grant gives. */
const heldRights = (operator: Pick<Operator, "grants">): { right: OperatorRight; reach: RightReach }[] =>
  operatorRightNames.flatMap((right) => {
    const reach = rightReaches.findLast((one) => hasRight(operator, right, one));
    return reach === undefined ? [] : [{ right, reach }];
  });

/** Registers what every page of the console needs to know about the caller. */
function registerOwnFacts({ clock, config, db }: AppContext, calls: OperatorRouter): void {
  const sessions = operatorSessionStore(db);
  calls.on(showOperatorSession, async (_args, caller) => {
    const operator = requireOperator(caller);
    const facts = await sessions.facts(operator.sessionId);
    if (facts === null) throw new Refusal("unauthenticated");
    const { name, latin, logo, theme, copyright } = config.brand;
    const now = clock.now();
    return {
      operator: { operatorId: operator.operatorId, name: operator.name },
      grants: facts.grants,
      rights: heldRights(operator),
      brand: { name, latin, logo, theme, copyright },
      session: {
        sessionId: operator.sessionId,
        expiresTime: facts.expires_time.toISOString(),
        idleMinutes: config.consoleIdle / 60_000,
        stepUpUntil: operator.stepUpUntil > now ? isoTime(operator.stepUpUntil) : null,
      },
      isDirectoryAccount: facts.is_directory_account,
      recoveryCodes:
        facts.recovery_codes === 0
          ? null
          : { left: facts.recovery_left, usedTime: facts.recovery_used?.toISOString() ?? null },
      serverTime: isoTime(now),
    };
  });
}

/** Registers the calls about the operator's own sessions. */
export function registerSessionCalls(
  context: AppContext,
  calls: OperatorRouter,
  cookies: ConsoleCookies,
): void {
  const { clock, config, db } = context;
  registerOwnFacts(context, calls);

  calls.on(listOperatorSessions, async (_args, caller) => {
    const { operatorId, sessionId } = requireOperator(caller);
    const listed = await operatorSessionStore(db).list(operatorId, clock.now(), config.consoleIdle);
    return {
      sessions: listed.map((session) => ({
        sessionId: session.session_id,
        method: session.method,
        browser: session.browser,
        network: session.network,
        createdTime: session.created_time.toISOString(),
        usedTime: session.used_time.toISOString(),
        isThis: session.session_id === sessionId,
      })),
    };
  });

  calls.on(endOperatorSession, async ({ sessionId: chosen }, caller) => {
    const { operatorId, sessionId: own } = requireOperator(caller);
    const isOwn = chosen === undefined || chosen === own;
    const end = async (transaction: Database): Promise<number> => {
      const store = operatorSessionStore(transaction);
      if (chosen === "others") return store.endAll(operatorId, own);
      if (!(await store.end(operatorId, chosen ?? own))) throw new Refusal("notFound");
      return 1;
    };
    const ended = await withAuditEntry(db, end, () => ({
      by: operatorAuditActor(caller),
      action: "operator.end-session",
      about: { kind: "operator", id: operatorId },
      outcome: isOwn ? "own" : chosen === "others" ? "others" : "other",
      now: new Date(clock.now()),
    }));
    if (isOwn) cookies.clear("session", caller.request, caller.reply);
    return { ended };
  });
}
