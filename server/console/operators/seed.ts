import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/app-context.ts";
import { inTransaction, writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { sendSessionCookie, STEP_UP_LIFETIME } from "../login/session-opener.ts";
import { describeClient } from "../session/client-rules.ts";
import type { ConsoleCookies } from "../session/cookie.ts";
import { operatorSessionStore } from "../session/store.ts";
import { operatorStore, type NewGrant } from "./operator-store.ts";

type SeededOperator = {
  readonly name: string;
  readonly login?: string | null;
  readonly grants: readonly NewGrant[];
};
type SeededSession = {
  /** Whether the second factor counts as just proved. */
  readonly isSteppedUp?: boolean;
  readonly browser?: string;
  readonly network?: string;
};

/** Adds operators and logs them in without a credential: for demo data, the simulator and tests. */
export function createOperatorSeed(
  { db, clock, config }: Pick<AppContext, "db" | "clock" | "config">,
  cookies: ConsoleCookies,
) {
  const openSession = async (
    operatorId: string,
    { isSteppedUp = true, browser = "-", network = "-" }: SeededSession = {},
  ): Promise<{ token: string; sessionId: string }> => {
    const now = clock.now();
    const opened = await operatorSessionStore(db).open({
      operatorId,
      method: "simulator",
      browser,
      network,
      now,
      lifetime: config.consoleSession,
      stepUpUntil: isSteppedUp ? now + STEP_UP_LIFETIME : null,
    });
    if (opened === null) throw new Error("the operator is locked or unknown");
    return opened;
  };
  const seed = ({ name, login = null, grants }: SeededOperator): Promise<string> =>
    inTransaction(db, async (transaction) => {
      const store = operatorStore(transaction);
      const now = new Date(clock.now());
      const added = await store.add({ login, name, directoryKey: null, isActivated: true, now });
      const operatorId = added ?? (login === null ? null : await store.findByLogin(login));
      if (operatorId === null) throw new Error("the operator could not be added");
      if (added !== null) await store.setGrants(added, "hand", grants, { by: null, now });
      return operatorId;
    });
  return {
    /** Adds an activated operator. @returns the id; of an existing one with this login name that one's */
    seed,
    /** Adds operators with one grant each. @returns their ids by login */
    async seedAll(
      operators: readonly (NewGrant & { login: string; name: string })[],
    ): Promise<ReadonlyMap<string, string>> {
      const ids = new Map<string, string>();
      for (const { login, name, role, scope } of operators)
        ids.set(login, await seed({ login, name, grants: [{ role, scope }] }));
      return ids;
    },
    /** Opens a session. @returns its token, the value of the cookie */
    openSession,
    /** Logs a browser in, for the simulator; never called in production. */
    async logIn(request: FastifyRequest, reply: FastifyReply, operatorId: string): Promise<void> {
      const caller = { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
      const { token } = await openSession(operatorId, describeClient(caller));
      await writeAuditEntry(db, {
        by: { kind: "operator", id: operatorId, host: "console" },
        action: "operator.login",
        about: { kind: "operator", id: operatorId },
        outcome: "simulator",
        now: new Date(clock.now()),
      });
      sendSessionCookie(cookies, { request, reply }, token, config.consoleSession);
    },
  };
}
