/** Whether the browser knows that there is no network. `false` does not guarantee that there is one. */
export const isOffline = (): boolean => navigator.onLine === false;

/**
 * Calls the listener when the network may be back: on the browser's "online" event and when the page becomes
 * visible.
 * @returns unsubscribe
 */
export function onReconnect(listener: () => void): () => void {
  const check = () => document.hidden || isOffline() || listener();
  const abort = new AbortController();
  addEventListener("online", check, abort);
  document.addEventListener("visibilitychange", check, abort);
  return () => abort.abort();
}

/** Reloads this page when the network may be back. @returns unsubscribe */
export const reloadOnReconnect = (): (() => void) => onReconnect(() => location.reload());

type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number };

/** Whether the browser reports a fast connection without data saver. Few browsers report anything. */
export function isFastConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.effectiveType === "4g" && connection.saveData !== true && (connection.downlink ?? 0) >= 5
  );
}
