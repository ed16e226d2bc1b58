import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

type Executor = { executeQuery: (...args: never[]) => unknown };

/**
 * Records the statements that a function causes at a Kysely executor, or at the class that all executors
 * share; statements of the server's timers are left out.
 * @returns their texts, in order
 */
export async function recordStatements(
  executor: Executor,
  run: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { executeQuery } = executor;
  const caused = new AsyncLocalStorage<true>();
  const texts: string[] = [];
  const seen = vi.spyOn(executor, "executeQuery");
  seen.mockImplementation(function (this: unknown, ...args) {
    const [query] = args as unknown as [{ sql: string }];
    if (caused.getStore() === true) texts.push(query.sql);
    return executeQuery.apply(this, args);
  });
  try {
    await caused.run(true, run);
    return texts;
  } finally {
    seen.mockRestore();
  }
}
