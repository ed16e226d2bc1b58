import type { ClientName } from "#contract/host/hosts.ts";
import { limits } from "#contract/core/limits.ts";

/** The object that the app injects into the page to receive messages. */
type Port = { postMessage(text: string): void };

const isPort = (value: unknown): value is Port =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  typeof (value as Partial<Port>).postMessage === "function";

/**
 * The app's object, if it is injected by now. Looked up for every call, since an app may inject a new one.
 */
function currentPort(client: ClientName, bridgeKey: string): Port | null {
  const page = window as unknown as Record<string, unknown> & {
    webkit?: { messageHandlers?: Record<string, unknown> };
  };
  const found = client === "appIos" ? page.webkit?.messageHandlers?.[bridgeKey] : page[bridgeKey];
  return isPort(found) ? found : null;
}

const POLL_INTERVAL = 50;
/** End of the wait for a late bridge, ms on the page's clock; null before the first wait. */
let deadline: number | null = null;
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * The app's object, with a wait for an app that injects it late (requirement R26). A page waits only once, so
 * that an app without a bridge costs no more time.
 */
export async function findNativePort(client: ClientName, bridgeKey: string): Promise<Port | null> {
  deadline ??= performance.now() + limits.bridgeInjectionTimeout;
  for (;;) {
    const port = currentPort(client, bridgeKey);
    if (port !== null || performance.now() >= deadline) return port;
    await pause(POLL_INTERVAL);
  }
}
/** Resets the wait, as on a new page; for tests. */
export const resetNativePort = (): void => {
  deadline = null;
};
