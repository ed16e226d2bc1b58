import { randomHex } from "../http/build-request.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";

/** The tracker's identity of this browser; it survives visits, but not a logout. */
export type Visitor = {
  readonly anonymousId: string;
  /** The openId of the logged-in person (requirement X11). */
  readonly loginId: string | null;
  /** Local date of the first visit, for `$is_first_day`. */
  readonly firstDay: string;
  /** Source of the last visit: `$latest_…` properties. */
  readonly latest: Readonly<Record<string, string>>;
};
const KEY = "marque.tracking";

export const localDate = (): string => new Date().toDateString();
const newVisitor = (): Visitor => ({
  anonymousId: randomHex(16),
  loginId: null,
  firstDay: localDate(),
  latest: {},
});

function read(): Visitor | null {
  try {
    const stored = JSON.parse(safeLocalStorage.get(KEY) ?? "null") as Partial<Visitor> | null;
    return stored?.anonymousId ? { ...newVisitor(), ...stored } : null;
  } catch {
    return null;
  }
}

/** Loads the visitor, or creates one at the first visit. */
export function createVisitor() {
  const stored = read();
  let current = stored ?? newVisitor();
  const change = (changes: Partial<Visitor>): void => {
    current = { ...current, ...changes };
    safeLocalStorage.set(KEY, JSON.stringify(current));
  };
  if (stored === null) change({});
  return {
    isNew: stored === null,
    now: (): Visitor => current,
    change,
    /** Starts a new visitor that cannot be connected with the previous one (requirement X17). */
    reset: (): void => change({ anonymousId: randomHex(16), loginId: null }),
  };
}
export type VisitorStore = ReturnType<typeof createVisitor>;
