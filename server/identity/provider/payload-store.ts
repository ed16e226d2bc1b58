import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import type { Kysely } from "kysely";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../database/connection/database.ts";
import { sha256 } from "../../core/secrets.ts";

type Row = {
  model: string;
  id: string;
  payload: string;
  grant_id: string | null;
  uid: string | null;
  /** Account of a session, a grant or a token issued under them. */
  account_id: string | null;
  consumed_time: Date | null;
  expires_time: Date;
};
type Tables = { oidc_payload: Row };

/**
 * Models whose id is a secret: stored only as a hash, so that the table's content cannot be used to log in.
 */
const bearerTokenModels: ReadonlySet<string> = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);
/** Lifetime in seconds if the library passes none. */
const DEFAULT_LIFETIME = 86_400;

/** Storage of one model of the library (its documented Adapter interface). */
class PayloadAdapter implements Adapter {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #model: string;
  readonly #isBearer: boolean;
  constructor(db: Kysely<Tables>, clock: Clock, model: string) {
    this.#db = db;
    this.#clock = clock;
    this.#model = model;
    this.#isBearer = bearerTokenModels.has(model);
  }

  #keyOf(id: string) {
    return { model: this.#model, id: this.#isBearer ? sha256(id) : id };
  }
  #unexpired() {
    return this.#db
      .selectFrom("oidc_payload")
      .select(["payload", "consumed_time"])
      .where("model", "=", this.#model)
      .where("expires_time", ">", new Date(this.#clock.now()));
  }
  #toPayload(row: Pick<Row, "payload" | "consumed_time">, id?: string): AdapterPayload {
    const payload = JSON.parse(row.payload) as AdapterPayload;
    if (this.#isBearer && id !== undefined) payload.jti = id;
    if (row.consumed_time) payload.consumed = Math.floor(row.consumed_time.getTime() / 1000);
    return payload;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number = DEFAULT_LIFETIME): Promise<void> {
    const { jti, ...rest } = payload;
    const values = {
      payload: JSON.stringify(this.#isBearer ? rest : { ...rest, jti }),
      grant_id: typeof payload.grantId === "string" ? payload.grantId : null,
      uid: typeof payload.uid === "string" ? payload.uid : null,
      account_id: typeof payload.accountId === "string" ? payload.accountId : null,
      expires_time: new Date(this.#clock.now() + expiresIn * 1000),
    };
    await this.#db
      .insertInto("oidc_payload")
      .values({ ...this.#keyOf(id), ...values })
      .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // PostgreSQL text cannot contain NUL, but a client id from the address can.
    if (id.includes("\0")) return undefined;
    const row = await this.#unexpired().where("id", "=", this.#keyOf(id).id).executeTakeFirst();
    return row ? this.#toPayload(row, id) : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const newest = this.#unexpired().where("uid", "=", uid).orderBy("expires_time", "desc").limit(1);
    const row = await newest.executeTakeFirst();
    return row ? this.#toPayload(row) : undefined;
  }

  /** Device flow is not offered. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Consumes a code. The library reads first and consumes later, so of two parallel requests the second is
   * refused here, as a later one would be: the code is invalid and its grant revoked (requirement F17).
   */
  async consume(id: string): Promise<void> {
    const row = await this.#db
      .updateTable("oidc_payload")
      .set({ consumed_time: new Date(this.#clock.now()) })
      .where(({ and }) => and(this.#keyOf(id)))
      .where("consumed_time", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (row) return;
    const consumed = await this.#db
      .selectFrom("oidc_payload")
      .select("grant_id")
      .where(({ and }) => and(this.#keyOf(id)))
      .executeTakeFirst();
    if (consumed?.grant_id) await this.#revokeGrant(consumed.grant_id);
    throw new errors.InvalidGrant("already consumed");
  }

  /** Deletes a grant and everything issued under it. */
  async #revokeGrant(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where(({ and, or }) => or([and({ grant_id: grantId }), and({ model: "Grant", id: grantId })]))
      .execute();
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where(({ and }) => and(this.#keyOf(id)))
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where(({ and }) => and({ model: this.#model, grant_id: grantId }))
      .execute();
  }
}

export const payloadStore = (database: Database, clock: Clock) => {
  const db = database.withTables<Tables>();
  return {
    adapter: (model: string): Adapter => new PayloadAdapter(db, clock, model),
    /**
     * Ends every session of an account and deletes everything that was issued under them.
     * @param exceptSession uid of a session that stays; null: none
     */
    async endAccount(accountId: string, exceptSession: string | null): Promise<void> {
      await db
        .deleteFrom("oidc_payload")
        .where("account_id", "=", accountId)
        .where(({ eb, or }) =>
          or([eb("model", "!=", "Session"), eb("uid", "is distinct from", exceptSession)]),
        )
        .execute();
    },
    async purge(): Promise<void> {
      await db.deleteFrom("oidc_payload").where("expires_time", "<", new Date(clock.now())).execute();
    },
  };
};
export type PayloadStore = ReturnType<typeof payloadStore>;
