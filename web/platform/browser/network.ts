/** Whether the browser knows that there is no network; that it knows of none does not mean that there is one. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Called when the network may be there again: the browser says so, or the page is looked at again. @returns stops it */
export function onReconnect(listener: () => void): () => void {
  const look = () => document.hidden || isOffline() || listener();
  const stop = new AbortController();
  addEventListener("online", look, stop);
  document.addEventListener("visibilitychange", look, stop);
  return () => stop.abort();
}

/** Loads this page anew when the network may be there again. @returns stops it */
export const reloadOnReconnect = (): (() => void) => onReconnect(() => location.reload());

type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number };

/** Whether the browser says that data costs little here: fast, and nobody asked to save it. Few browsers say anything. */
export function isFastConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.effectiveType === "4g" && connection.saveData !== true && (connection.downlink ?? 0) >= 5
  );
}
