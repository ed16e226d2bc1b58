import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { SettingError } from "../../config.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import { adoptProcessNumber, type ProcessNumber } from "../../core/ids.ts";
import type { Database } from "../connection/database.ts";
import { processNumberStore } from "./store.ts";

/** Time of a lease, s. */
const LEASE_SECONDS = 60;
/** Interval of renewals, ms. */
const RENEWAL_INTERVAL = 10_000;
/**
 * Time after the last renewal for which ids are created, ms. The rest of the lease absorbs differences between the
 * clocks of machines, whose time is part of ids, and after a release keeps the number unused for as long.
 */
const USE_TIME = 30_000;
const RELEASE_SECONDS = (LEASE_SECONDS * 1_000 - USE_TIME) / 1_000;

export type LeasedProcessNumber = ProcessNumber & {
  /** Id of this process, under which the database knows it as long as its lease is renewed. */
  readonly holder: string;
  /** Renews the lease now, or leases another number if this one was lost. */
  renew(): Promise<void>;
  /** Frees the number; ids are created with the number held before. */
  release(): Promise<void>;
};

/** Leases a number. @throws SettingError if every number is in use */
async function lease(store: ReturnType<typeof processNumberStore>, holder: string): Promise<number> {
  for (;;) {
    const number = await store.lease(holder, LEASE_SECONDS);
    if (number !== null) return number;
    if (!(await store.isAnyFree()))
      throw new SettingError(
        "PROCESSES: the database has 4,096 running processes already, more than ids can tell apart",
      );
  }
}

/**
 * Leases the number of this process, which its ids contain, and uses it for them. A process that cannot renew its lease
 * creates no ids after 30 s, long before another process can get the number.
 */
export async function leaseProcessNumber(db: Database): Promise<LeasedProcessNumber> {
  const store = processNumberStore(db);
  const holder = randomUUID();
  const times = () => ({ wall: Date.now(), monotonic: performance.now() });
  let renewed = times();
  let number = await lease(store, holder);
  let renewing: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const began = times();
    if (!(await store.renew(number, holder, LEASE_SECONDS))) number = await lease(store, holder);
    renewed = began;
  };
  const leased: LeasedProcessNumber = {
    holder,
    get number() {
      return number;
    },
    // Reads both clocks: the wall clock can be set back, the monotonic one may stop while a virtual machine is paused.
    isHeld: (now) => now - renewed.wall < USE_TIME && performance.now() - renewed.monotonic < USE_TIME,
    // Shared by callers at the same time, since two that find the number lost would lease two.
    renew: () =>
      (renewing ??= renew().finally(() => {
        renewing = null;
      })),
    async release() {
      stopUse();
      await store.renew(number, holder, RELEASE_SECONDS);
    },
  };
  const stopUse = adoptProcessNumber(leased);
  return leased;
}

/**
 * Leases this server's number until it is closed. Registered after the hook that closes the database, which runs last.
 * @returns the number, whose renewal is the readiness check's write (http/observability/readiness.ts)
 */
export async function holdProcessNumber(app: FastifyInstance, db: Database): Promise<LeasedProcessNumber> {
  const number = await leaseProcessNumber(db);
  const renewal = runPeriodically(RENEWAL_INTERVAL, () => number.renew(), app.log);
  app.addHook("onClose", async () => {
    renewal.stop();
    // Without the database the lease ends by itself.
    await number.release().catch(() => undefined);
  });
  return number;
}

/** Runs an operator's command with a process number of its own, since its audit entries have ids. */
export async function withProcessNumber<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const number = await leaseProcessNumber(db);
  // A failed renewal needs no message: `newId` refuses, and the command fails with that.
  const timer = setInterval(() => void number.renew().catch(() => undefined), RENEWAL_INTERVAL);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    await number.release();
  }
}
