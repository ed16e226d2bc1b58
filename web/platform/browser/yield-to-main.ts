/**
 * A task of its own for what follows: between two a tap is answered and a frame painted. A page that
 * is looked away from may be gone before its next task, so there nothing is waited for.
 */
export const yieldToMain = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve));

/**
 * Runs steps one after the other, each in a task of its own: run in one, they would hold up a tap for
 * as long as all of them take. One that fails does not keep the next from running.
 */
export async function runInTasks(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    await yieldToMain();
    try {
      await step();
    } catch {
      // Who needs what it was for says so.
    }
  }
}
