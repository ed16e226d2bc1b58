import { randomHex } from "../http/random-id.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";

/** Who this browser is to the tracker; survives visits, not a logout. */
export type Visitor = {
  readonly anonymousId: string;
  /** The openId of whoever is logged in (requirement X11). */
  readonly loginId: string | null;
  /** Local date of the first visit, for `$is_first_day`. */
  readonly firstDay: string;
  /** Where the last visit came from: `$latest_…` properties. */
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
    const kept = JSON.parse(safeLocalStorage.get(KEY) ?? "null") as Partial<Visitor> | null;
    return kept?.anonymousId ? { ...newVisitor(), ...kept } : null;
  } catch {
    return null;
  }
}

/** The visitor, made at the first visit. */
export function createVisitor() {
  const kept = read();
  let current = kept ?? newVisitor();
  const change = (over: Partial<Visitor>): void => {
    current = { ...current, ...over };
    safeLocalStorage.set(KEY, JSON.stringify(current));
  };
  if (kept === null) change({});
  return {
    isNew: kept === null,
    now: (): Visitor => current,
    change,
    /** Somebody else from now on: nothing leads from one to the other (requirement X17). */
    reset: (): void => change({ anonymousId: randomHex(16), loginId: null }),
  };
}
export type VisitorStore = ReturnType<typeof createVisitor>;
