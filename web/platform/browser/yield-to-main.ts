/**
 * Waits for the next task, so that the browser can answer a tap and paint a frame in between. A hidden page
 * may be gone before its next task, so it does not wait.
 */
export const yieldToMain = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve));

/**
 * Runs steps one after the other, each in its own task: in a single task they would block a tap for as long
 * as all of them take. A failing step does not keep the next from running.
 */
export async function runInTasks(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    await yieldToMain();
    try {
      await step();
    } catch {
      // The code that needs the step's result reports the failure.
    }
  }
}
