/**
 * Shares of expensive work per network. They are far above what the thousands of phones behind one address of a mobile
 * carrier cause, since most of what they request is cached and not counted, and they leave most of the machine to
 * others.
 */

/** Processor time of one network, for all kinds of work of a resource together. */
export const cpuBudgets = {
  /** The event loop, which answers everybody: rendered pages and uncached answers. */
  eventLoop: { perSecond: 250, burst: 1_500, concurrent: 4 },
  /**
   * Node's thread pool (four threads), which reads files too: pictures, posters, captcha pictures, passwords.
   * `perSecond` is for a machine with two processors and one process, and grows with the processors of a process.
   */
  threadPool: { perSecond: 500, burst: 4_000, concurrent: 2 },
} as const;
export type CpuResource = keyof typeof cpuBudgets;

/**
 * Queues of work that takes processor time: operations at once, and operations that may wait, in one process. A network
 * has at most three quarters of the first (one of two), and a third of the second (core/fair-queue.ts).
 */
export const workQueues = {
  /** Rendered pages. */
  page: { concurrent: 8, waiting: 400, budget: "eventLoop" },
  /** Answers to visitors that no cache holds, such as lists around a point that nobody else has. */
  answer: { concurrent: 8, waiting: 600, budget: "eventLoop" },
  /** Converted pictures; libvips uses its own threads, and more at once only cost memory. */
  picture: { concurrent: 2, waiting: 200, budget: "threadPool" },
  /** Drawn posters. */
  poster: { concurrent: 2, waiting: 100, budget: "threadPool" },
  /** Drawn captcha pictures. */
  captcha: { concurrent: 2, waiting: 300, budget: "threadPool" },
  /** Hashed passwords; two at once leave room for files and limit the memory, and nobody waits for seconds. */
  password: { concurrent: 2, waiting: 40, budget: "threadPool" },
} as const satisfies Readonly<Record<string, { concurrent: number; waiting: number; budget: CpuResource }>>;
export type QueuedWork = keyof typeof workQueues;
/**
 * Time after which waiting work is refused as busy, ms: far less than the time-out of a proxy (deploy/nginx), which
 * would take an instance for broken after it.
 */
export const MAX_WORK_WAIT = 15_000;
/** Delay of a refusal for a network whose share of a queue is used up, ms, so that it does not repeat at full speed. */
export const REFUSAL_DELAY = 2_000;

/** Limits per network and minute of work that is counted, not queued, in all processes together. */
export const workQuotas = {
  /** Converted pictures. */
  picture: 1_200,
  /** Drawn posters. */
  poster: 300,
  /** Maps that AMap is asked for; each place once a day. */
  map: 120,
  /** Rendered pages. */
  page: 3_000,
  /** Started logins of the built-in provider; each is stored for an hour. */
  login: 1_200,
  /** Requests of pages, files and unknown addresses that no cache answers before the framework. */
  route: 60_000,
  /** Requests of routes that read the database: the provider, streams, posters. */
  lookup: 6_000,
  /** Notices of the payment channels, which come from few addresses: 500 a second. */
  notice: 30_000,
  /** Received behaviour events, kB; a compressed body counts with its maximum size. */
  behaviour: 20_000,
} as const;
export type WorkKind = keyof typeof workQuotas;

/** Limits expensive work by network. */
export type WorkQuota = {
  /** Counts some work. @returns s to wait if the quota is used up; else 0 */
  take(work: WorkKind, address: string, amount?: () => number): number;
  /**
   * Runs work when it is the network's turn and the network has processor time left.
   * @param address of the caller; null: the product itself
   * @throws Refusal "tooMany" or "busy", and the error of the work
   */
  run<T>(work: QueuedWork, address: string | null, operation: () => Promise<T>): Promise<T>;
  /** The same for work that callers share by name: it runs once, at the first turn of one of their networks. */
  share<T>(work: QueuedWork, address: string | null, name: string, operation: () => Promise<T>): Promise<T>;
  /** Whether shared work of that name waits or runs, so that another caller adds no cost. */
  isShared(work: QueuedWork, name: string): boolean;
};
