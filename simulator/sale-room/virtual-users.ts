/** A virtual person; delays of their taps relative to the start, ms, negative if early. */
export type VirtualUser = {
  readonly token: string;
  readonly mobile: string;
  readonly name: string;
  /** Captcha pass; null: not solved. */
  readonly pass: string | null;
  readonly key: string;
  readonly delays: readonly number[];
};
/** Input of the worker thread. */
export type CrowdWorkerInput = {
  readonly origins: readonly string[];
  readonly path: string;
  readonly appKey: string;
  readonly users: readonly VirtualUser[];
  /** Start of sign-up by the machine's clock, ms. */
  readonly opensAt: number;
  /** Offset of the server's clock from the machine's, ms. */
  readonly clockAhead: number;
};
