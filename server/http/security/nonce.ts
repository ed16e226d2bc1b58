import { Refusal } from "#contract/core/errors.ts";
import { sha256 } from "../../core/secrets.ts";
import { repeatIfConnectionLost } from "../../database/connection/repeat-if-lost.ts";

/** The nonce of a signed call, valid once. The statement that writes for the call may spend it too (`spendNonces`). */
export class Nonce {
  readonly #text: string;
  #hash: string | null = null;
  /** After this time the clock check refuses the signature, so that the nonce need not be stored any longer. */
  readonly expiresAt: Date;
  readonly #spend: (nonce: Nonce) => Promise<boolean>;
  #isSpent = false;
  /** An earlier attempt of this call may have spent it: its connection ended. */
  #mayBeSpent = false;
  /**
   * @param text the nonce as it was sent
   * @param spend spends it in a statement of its own; returns whether it was unused
   */
  constructor(text: string, expiresAt: Date, spend: (nonce: Nonce) => Promise<boolean>) {
    this.#text = text;
    this.expiresAt = expiresAt;
    this.#spend = spend;
  }

  /** The stored form; computed on first use, because a call that is refused from memory needs none. */
  get hash(): string {
    return (this.#hash ??= sha256(this.#text));
  }
  /** Spends it, unless this call has done so already. @throws Refusal "forbidden" if another call has used it */
  async spend(): Promise<void> {
    if (!this.#isSpent && !(await this.spendIfFresh())) throw new Refusal("forbidden");
  }
  /** Spends it. @returns whether it was unused */
  async spendIfFresh(): Promise<boolean> {
    const isFresh = await repeatIfConnectionLost((attempt) => {
      if (attempt > 1) this.markUncertain();
      return this.#spend(this);
    });
    this.markSpent();
    return isFresh || this.#mayBeSpent;
  }
  /** Records that the outcome of an attempt that spends it is unknown, so that this call may find it used. */
  markUncertain(): void {
    this.#mayBeSpent = true;
  }
  /** Records that the caller's own statement (`spendNonces`) has spent it; the caller handles a used one. */
  markSpent(): void {
    this.#isSpent = true;
  }
}
