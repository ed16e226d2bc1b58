/** A key-value store that goes on in memory where the browser's is missing or full (requirement D19). */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
  /** Whether what is set is still there after the page is left. */
  isPersistent(): boolean;
  /** Called when another tab changed something, or may have while this page was put away. @returns stops it */
  onOtherTabChange(listener: () => void): () => void;
};

function onOtherTab(listener: () => void): () => void {
  const stop = new AbortController();
  addEventListener("storage", ({ storageArea }) => storageArea !== null && listener(), stop);
  // Brought back whole by Back or Forward, a page has heard of nothing meanwhile.
  addEventListener("pageshow", ({ persisted }) => persisted && listener(), stop);
  return () => stop.abort();
}

function createSafeStorage(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string | null>();
  return {
    get(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        memory.set(key, null);
      }
    },
    clear() {
      memory.clear();
      try {
        storage().clear();
      } catch {
        // nothing was kept there
      }
    },
    isPersistent() {
      const probe = "marque.probe";
      try {
        storage().setItem(probe, probe);
        const isThere = storage().getItem(probe) === probe;
        storage().removeItem(probe);
        return isThere;
      } catch {
        return false;
      }
    },
    onOtherTabChange: onOtherTab,
  };
}
export const safeLocalStorage = createSafeStorage(() => localStorage);
export const safeSessionStorage = createSafeStorage(() => sessionStorage);
