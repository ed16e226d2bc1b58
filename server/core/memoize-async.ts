import { runForEverybody } from "./caller-network.ts";

/** Runs an asynchronous function once and shares its result; an error is not cached, so the next call retries. */
export function memoizeAsync<T>(load: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | null = null;
  return () => {
    if (cached !== null) return cached;
    const loading = runForEverybody(load);
    cached = loading;
    loading.catch(() => {
      if (cached === loading) cached = null;
    });
    return loading;
  };
}
