import type { ClientName } from "#contract/host/hosts.ts";
import { limits } from "#contract/core/limits.ts";

/** What the app put into the page to be spoken to. */
type Port = { postMessage(text: string): void };

const isPort = (value: unknown): value is Port =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  typeof (value as Partial<Port>).postMessage === "function";

/** The app's object, if it is there by now; looked up every time, since an app may put in a new one. */
function portNow(client: ClientName, bridgeKey: string): Port | null {
  const page = window as unknown as Record<string, unknown> & {
    webkit?: { messageHandlers?: Record<string, unknown> };
  };
  const found = client === "appIos" ? page.webkit?.messageHandlers?.[bridgeKey] : page[bridgeKey];
  return isPort(found) ? found : null;
}

const POLL = 50;
/** When waiting for a late bridge is over; ms on the page's clock. Null: nobody has waited yet. */
let deadline: number | null = null;
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * The app's object, waited for where the app puts it in late (requirement R26). A page waits once:
 * after that an app without a bridge costs nobody time.
 */
export async function findNativePort(client: ClientName, bridgeKey: string): Promise<Port | null> {
  deadline ??= performance.now() + limits.bridgeInjectionTimeout;
  for (;;) {
    const port = portNow(client, bridgeKey);
    if (port !== null || performance.now() >= deadline) return port;
    await pause(POLL);
  }
}
/** For tests: as on a new page. */
export const resetNativePort = (): void => {
  deadline = null;
};
