/** A key-value store that uses memory when the browser's storage is missing or full (requirement D19). */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
  /** Whether values survive leaving the page. */
  isPersistent(): boolean;
  /**
   * Calls the listener when another tab has changed something, or may have while this page was in the
   * back/forward cache.
   * @returns unsubscribe
   */
  onOtherTabChange(listener: () => void): () => void;
};

function onOtherTabChange(listener: () => void): () => void {
  const controller = new AbortController();
  addEventListener("storage", ({ storageArea }) => storageArea !== null && listener(), controller);
  // A page in the back/forward cache receives no storage events.
  addEventListener("pageshow", ({ persisted }) => persisted && listener(), controller);
  return () => controller.abort();
}

function createSafeStorage(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string | null>();
  return {
    get(key) {
      const value = memory.get(key);
      if (value !== undefined) return value;
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
        // Nothing was stored there.
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
    onOtherTabChange,
  };
}
export const safeLocalStorage = createSafeStorage(() => localStorage);
export const safeSessionStorage = createSafeStorage(() => sessionStorage);
