import { sql, type RawBuilder } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { sha256 } from "../../core/secrets.ts";

/** A signed call's nonce: good once. Whoever writes for the call may spend it in the same statement. */
export class Nonce {
  readonly #text: string;
  #hash: string | null = null;
  /** From then on no clock skew would let it in again. */
  readonly expires: Date;
  readonly #spend: (nonce: Nonce) => Promise<boolean>;
  #isJudged = false;
  /** @param text as it was sent @param spend in a statement of its own; whether nobody had spent it */
  constructor(text: string, expires: Date, spend: (nonce: Nonce) => Promise<boolean>) {
    this.#text = text;
    this.expires = expires;
    this.#spend = spend;
  }

  /** What is kept of it. Whoever is told from memory that all is taken needs none. */
  get hash(): string {
    return (this.#hash ??= sha256(this.#text));
  }
  /** Spends it, unless that is done. @throws Refusal "forbidden" where it had been spent before */
  async spend(): Promise<void> {
    if (!this.#isJudged && !(await this.spendIfFresh())) throw new Refusal("forbidden");
  }
  /** Spends it. @returns whether nobody had */
  async spendIfFresh(): Promise<boolean> {
    const isFresh = await this.#spend(this);
    this.markSpent();
    return isFresh;
  }
  /** It is spent, by a statement of somebody else's (`spendNonces`), and they tell what came of it. */
  markSpent(): void {
    this.#isJudged = true;
  }
}

/**
 * Part of a statement: spends nonces, in one order, so that two statements never wait for each other.
 * Its rows are the hashes that nobody had spent.
 * @param from a relation with `nonce_hash`, each once, null for none
 * @param isStrict one that was spent fails the statement
 */
export const spendNonces = (
  from: RawBuilder<unknown>,
  expires: Date,
  isStrict = false,
): RawBuilder<unknown> => sql`
  insert into spent_nonce (nonce_hash, expires_time)
  select nonce_hash, ${expires}::timestamptz from ${from} where nonce_hash is not null order by nonce_hash
  ${sql.raw(isStrict ? "" : "on conflict do nothing")} returning nonce_hash`;
