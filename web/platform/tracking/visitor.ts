import { randomHex } from "../http/random-ids.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";

/** The tracker's identity of this browser; it survives visits, but not a logout. */
export type Visitor = {
  readonly anonymousId: string;
  /** Secret from which `anonymousId` was derived; it proves to the server whose browser this is. Empty: cannot be linked. */
  readonly proof: string;
  /** The openId that the server has linked with this browser. */
  readonly linkedId: string | null;
  /** The openId of the logged-in person (requirement X11). */
  readonly loginId: string | null;
  /** Local date of the first visit, for `$is_first_day`. */
  readonly firstDay: string;
  /** Source of the last visit: `$latest_…` properties. */
  readonly latest: Readonly<Record<string, string>>;
};
const KEY = "marque.tracking";

export const localDate = (): string => new Date().toDateString();
let anonymousIdOf: ((proof: string) => string) | null = null;
/** Loads the hash function that new identities need. If it cannot be loaded, they are random and cannot be linked. */
const loadDerivation = (): Promise<void> =>
  import("./visitor-identity.ts").then(
    (derivation) => void (anonymousIdOf = derivation.anonymousIdOf),
    () => undefined,
  );
function newIdentity(): Pick<Visitor, "anonymousId" | "proof" | "linkedId" | "loginId"> {
  const proof = anonymousIdOf === null ? "" : randomHex(16);
  const anonymousId = anonymousIdOf?.(proof) ?? randomHex(16);
  return { anonymousId, proof, linkedId: null, loginId: null };
}
const newVisitor = (): Visitor => ({
  ...newIdentity(),
  firstDay: localDate(),
  latest: {},
});

function read(): Visitor | null {
  try {
    const stored = JSON.parse(safeLocalStorage.get(KEY) ?? "null") as Partial<Visitor> | null;
    if (!stored?.anonymousId) return null;
    // A visitor of an older release, or of a failed load, has no proof and gets an identity with one.
    return { ...newVisitor(), ...stored, ...(!stored.proof && newIdentity()) };
  } catch {
    return null;
  }
}

const isStored = (): boolean => /"proof":"\w/.test(safeLocalStorage.get(KEY) ?? "");
/** Loads the visitor, or creates one at the first visit. @param isLoggedIn whether a logout may need a new identity */
export async function createVisitor(isLoggedIn: boolean) {
  if (!isStored()) await loadDerivation();
  else if (isLoggedIn) void loadDerivation();
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
    reset: (): void => change(newIdentity()),
  };
}
export type VisitorStore = Awaited<ReturnType<typeof createVisitor>>;
