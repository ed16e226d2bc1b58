/** One virtual person; delays of their taps after the opening, ms, early ones below 0. */
export type VirtualUser = {
  readonly token: string;
  readonly mobile: string;
  readonly name: string;
  /** Of the slider; null: not solved. */
  readonly pass: string | null;
  readonly key: string;
  readonly delays: readonly number[];
};
/** What the thread is given. */
export type CrowdWorkerInput = {
  readonly origins: readonly string[];
  readonly path: string;
  readonly appKey: string;
  readonly thumbs: readonly VirtualUser[];
  /** By the machine's clock, ms. */
  readonly opensAt: number;
  /** How far the server's clock is ahead of it, ms. */
  readonly clockAhead: number;
};
