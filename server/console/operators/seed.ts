import type { AppContext } from "../../core/app-context.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { operatorSessionStore } from "../session/store.ts";
import { operatorStore, type NewGrant } from "./operator-store.ts";

const STEP_UP = 300_000;

/** Adds operators and logs them in without a credential: for demo data, the simulator and tests. */
export const createOperatorSeed = ({ db, clock, config }: Pick<AppContext, "db" | "clock" | "config">) => ({
  /** Adds an activated operator. @returns the id */
  seed: ({
    name,
    login = null,
    grants,
  }: {
    readonly name: string;
    readonly login?: string | null;
    readonly grants: readonly NewGrant[];
  }): Promise<string> =>
    inTransaction(db, async (transaction) => {
      const store = operatorStore(transaction);
      const now = new Date(clock.now());
      const added = await store.add({ login, name, directoryKey: null, isActivated: true, now });
      if (added === null) throw new Error("an operator with this login name exists");
      await store.setGrants(added, "hand", grants, now);
      return added;
    }),
  /** Opens a session. @param isSteppedUp whether its second factor counts as just proved */
  async openSession(
    operatorId: string,
    { isSteppedUp = true, browser = "-", network = "-" } = {},
  ): Promise<{ token: string; sessionId: string }> {
    const now = clock.now();
    const opened = await operatorSessionStore(db).open({
      operatorId,
      method: "simulator",
      browser,
      network,
      now,
      lifetime: config.consoleSession,
      stepUpUntil: isSteppedUp ? now + STEP_UP : null,
    });
    if (opened === null) throw new Error("the operator is locked or unknown");
    return opened;
  },
});
