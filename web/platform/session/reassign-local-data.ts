import { database, OWNER_KEY } from "../storage/client-database.ts";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
const parseFields = (text: string | null): Fields => {
  try {
    return fieldsOf(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
};

/** Drafts have an idempotency key and the person who started them. */
function reassignDrafts(storage: Storage, from: string, to: string): void {
  for (const key of Object.keys(storage)) {
    const draft = parseFields(storage.getItem(key));
    if (draft["openId"] === from && "idempotencyKey" in draft)
      storage.setItem(key, JSON.stringify({ ...draft, openId: to }));
  }
}

/**
 * Reassigns favourites, which belong to the browser. Cached answers of the server about one account do not
 * apply to the other.
 */
async function reassignRecords(from: string, to: string): Promise<void> {
  if ((await database.get("users", OWNER_KEY))?.value !== from) return;
  for (const name of ["signups", "cache"] as const)
    for (const { key, value, expiration_time: expiresAt } of await database.getAll(name)) {
      const fields = fieldsOf(value);
      if (fields["openId"] !== from) continue;
      // Records with `asOf` are answers of the server; the others were started here, for example pictures.
      if (name === "signups" || "asOf" in fields) await database.remove(name, key);
      else {
        const options = expiresAt === undefined ? {} : { expiresIn: expiresAt - Date.now() };
        await database.put(name, key, { ...fields, openId: to }, options);
      }
    }
  await database.put("users", OWNER_KEY, to);
}

/**
 * Reassigns local data after a mobile binding has made the person that of another account: what they started
 * here stays theirs (requirement L21). Cached answers are deleted, since they may belong to the former
 * account alone if the person chose the mobile's own account; the server is asked again. Runs before the
 * session is saved; never throws.
 */
export async function reassignLocalData(from: string, to: string): Promise<void> {
  await reassignRecords(from, to);
  // Drafts last, and without an await before the session is saved: what is typed in between is still stored
  // as the former person's.
  try {
    reassignDrafts(sessionStorage, from, to);
    reassignDrafts(localStorage, from, to);
  } catch {
    // The storage is blocked or full: as many drafts as possible were reassigned.
  }
}
