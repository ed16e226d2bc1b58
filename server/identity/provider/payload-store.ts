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
  /** Of sessions, grants and what was issued under them. */
  account_id: string | null;
  consumed_time: Date | null;
  expires_time: Date;
};
type Tables = { oidc_payload: Row };

/** What a stranger could use when he had read the table: kept by its hash, and not in the payload either. */
const bearerTokenModels: ReadonlySet<string> = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);
/** The library says how long for everything it keeps but may leave it out; seconds. */
const DEFAULT_LIFE = 86_400;

/** The library's storage of one model (its documented Adapter interface). */
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

  #named(id: string) {
    return { model: this.#model, id: this.#isBearer ? sha256(id) : id };
  }
  #alive() {
    return this.#db
      .selectFrom("oidc_payload")
      .select(["payload", "consumed_time"])
      .where("model", "=", this.#model)
      .where("expires_time", ">", new Date(this.#clock.now()));
  }
  #read(row: Pick<Row, "payload" | "consumed_time">, id?: string): AdapterPayload {
    const payload = JSON.parse(row.payload) as AdapterPayload;
    if (this.#isBearer && id !== undefined) payload.jti = id;
    if (row.consumed_time) payload.consumed = Math.floor(row.consumed_time.getTime() / 1000);
    return payload;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number = DEFAULT_LIFE): Promise<void> {
    const { jti, ...rest } = payload;
    const kept = {
      payload: JSON.stringify(this.#isBearer ? rest : { ...rest, jti }),
      grant_id: typeof payload.grantId === "string" ? payload.grantId : null,
      uid: typeof payload.uid === "string" ? payload.uid : null,
      account_id: typeof payload.accountId === "string" ? payload.accountId : null,
      expires_time: new Date(this.#clock.now() + expiresIn * 1000),
    };
    await this.#db
      .insertInto("oidc_payload")
      .values({ ...this.#named(id), ...kept })
      .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(kept))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // A client's id comes from the address as it is; PostgreSQL has no text with NUL.
    if (id.includes("\0")) return undefined;
    const row = await this.#alive().where("id", "=", this.#named(id).id).executeTakeFirst();
    return row ? this.#read(row, id) : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const newest = this.#alive().where("uid", "=", uid).orderBy("expires_time", "desc").limit(1);
    const row = await newest.executeTakeFirst();
    return row ? this.#read(row) : undefined;
  }

  /** Device flow is not offered. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * The library looks first and consumes later; of two that looked at the same time one is
   * refused here, as it would have been in turn: the code is void and its grant revoked
   * (requirement F17).
   */
  async consume(id: string): Promise<void> {
    const row = await this.#db
      .updateTable("oidc_payload")
      .set({ consumed_time: new Date(this.#clock.now()) })
      .where(({ and }) => and(this.#named(id)))
      .where("consumed_time", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (row) return;
    const spent = await this.#db
      .selectFrom("oidc_payload")
      .select("grant_id")
      .where(({ and }) => and(this.#named(id)))
      .executeTakeFirst();
    if (spent?.grant_id) await this.#revokeGrant(spent.grant_id);
    throw new errors.InvalidGrant("already consumed");
  }

  /** A grant's own record, and everything issued under it. */
  async #revokeGrant(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where(({ and, or }) => or([and({ grant_id: grantId }), and({ model: "Grant", id: grantId })]))
      .execute();
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payload")
      .where(({ and }) => and(this.#named(id)))
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
    /** Ends every session of an account but one, and everything that was ever given under them. */
    async endAccount(accountId: string, keptSession: string | null): Promise<void> {
      await db
        .deleteFrom("oidc_payload")
        .where("account_id", "=", accountId)
        .where(({ eb, or }) => or([eb("model", "!=", "Session"), eb("uid", "is distinct from", keptSession)]))
        .execute();
    },
    async purge(): Promise<void> {
      await db.deleteFrom("oidc_payload").where("expires_time", "<", new Date(clock.now())).execute();
    },
  };
};
export type PayloadStore = ReturnType<typeof payloadStore>;
