import { database, OWNER_KEY } from "../storage/client-database.ts";

type Loose = Readonly<Record<string, unknown>>;
const partsOf = (value: unknown): Loose =>
  typeof value === "object" && value !== null ? (value as Loose) : {};
const parsed = (text: string | null): Loose => {
  try {
    return partsOf(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
};

/** Drafts: what has a key to be sent by, and says who began it. */
function reassignDrafts(storage: Storage, from: string, to: string): void {
  for (const key of Object.keys(storage)) {
    const draft = parsed(storage.getItem(key));
    if (draft["openId"] === from && "idempotencyKey" in draft)
      storage.setItem(key, JSON.stringify({ ...draft, openId: to }));
  }
}

/** Favourites are the browser's. Copies of what the server said of the one are not what it says of the other. */
async function reassignRecords(from: string, to: string): Promise<void> {
  if ((await database.get("users", OWNER_KEY))?.value !== from) return;
  for (const name of ["signups", "cache"] as const)
    for (const { key, value, expiration_time: over } of await database.getAll(name)) {
      const parts = partsOf(value);
      if (parts["openId"] !== from) continue;
      // What was told has its time; the rest was begun here, pictures for one.
      if (name === "signups" || "asOf" in parts) await database.remove(name, key);
      else {
        const left = over === undefined ? {} : { expiresIn: over - Date.now() };
        await database.put(name, key, { ...parts, openId: to }, left);
      }
    }
  await database.put("users", OWNER_KEY, to);
}

/**
 * Somebody went to bind a mobile, and comes back as the person of the account that has it: what they began here
 * is theirs still (requirement L21). What is kept of the server's word is dropped: theirs, too, after two became
 * one, but the former's alone where they chose the number's own account; the server is asked again.
 * Before the session is kept; never throws.
 */
export async function reassignLocalData(from: string, to: string): Promise<void> {
  await reassignRecords(from, to);
  // Last, and without a pause before the session is kept: what is typed meanwhile is still kept as the former's.
  try {
    reassignDrafts(sessionStorage, from, to);
    reassignDrafts(localStorage, from, to);
  } catch {
    // Blocked, or full: nothing, or what fits, comes along.
  }
}
