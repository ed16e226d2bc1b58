import * as z from "zod/mini";
import { timestamp } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

/**
 * Time after which a process that wrote nothing counts as stopped, s: two of its signs are missing, and the page shows it
 * within half a minute (requirement CO104).
 */
export const STALE_SECONDS = 22;
/** Periodic tasks that each process runs for itself, with the longest time between two runs, s. */
const processTasks = { "data-key.re-encrypt": 7_500 } as const;
/** Periodic tasks that one process runs for the installation (requirement HA06), with the longest time between two runs, s. */
const installationTasks = {
  "sign-up.waitlist": 300,
  "coupon.delivery": 120,
  "order.deadlines": 120,
  "order.sold-counts": 120,
  "order.express": 600,
  "order.wechat-shipping": 600,
  "payment.queries": 120,
  "payment.refunds": 120,
  "payment.bills": 1_800,
  "product.plans": 120,
  "product.arrivals": 300,
  "page.plans": 300,
  "activity.plans": 120,
  "banner.windows": 120,
  jobs: 120,
  exports: 1_800,
  "owner.review": 600,
  "token.revocation": 600,
  "event.forwarding": 600,
  "figure.days": 3_600,
  "club.search-keys": 600,
  "club.counters": 25_200,
  "picture.removal": 3_600,
  "event.removal": 3_600,
  "tracking.maintenance": 7_500,
  "lead.withdrawal": 7_500,
  "audit.seal": 900,
  "audit.purge": 7_500,
  "activity.purge": 7_500,
  "captcha.purge": 600,
  "club.purge": 7_500,
  "console.purge": 3_600,
  "contest.purge": 7_500,
  "content-change.purge": 1_800,
  "export.purge": 600,
  "identity.purge": 7_500,
  "invitation.purge": 7_500,
  "job.purge": 7_500,
  "nonce.purge": 3_600,
  "order.purge": 7_500,
  "picture.purge": 3_600,
  "rights-request.purge": 3_600,
  "session.purge": 7_500,
  "sign-up.purge": 7_500,
} as const;
export type InstallationTask = keyof typeof installationTasks;
/** Periodic tasks whose last runs are shown, with the longest time between two, s. */
export const periodicTasks = { ...installationTasks, ...processTasks } as const;
export type PeriodicTask = keyof typeof periodicTasks;
export const periodicTaskNames = Object.keys(periodicTasks) as PeriodicTask[];

/** Queues of the product, with the age of the oldest entry above which something is wrong, s. */
export const queueLimits = {
  couponDelivery: 300,
  trackingForward: 600,
  pictureRemoval: 86_400,
  eventRemoval: 86_400,
  refund: 3_600,
  paymentQuery: 600,
  orderClosing: 600,
  bill: 21_600,
  refundReport: 600,
  wechatShipping: 600,
  expressSubscription: 600,
  orderSystem: 600,
  tokenRevocation: 3_600,
  job: 1_800,
  activityPlan: 60,
  pagePlan: 120,
  ownerReview: 3_600,
  rightsRequest: 0,
} as const;
export type QueueName = keyof typeof queueLimits;
export const queueNames = Object.keys(queueLimits) as QueueName[];

const watchedProcess = z.object({
  processId: z.string(),
  host: z.string(),
  pid: z.int(),
  number: z.int(),
  role: z.enum(["all", "public", "console"]),
  version: z.string(),
  startedTime: timestamp,
  /** Since its last sign of life, s. */
  age: z.int(),
  isStale: z.boolean(),
  /** 99th percentile of the event loop's delay, ms. */
  loopDelay: z.number(),
  memoryBytes: z.int(),
});
export type WatchedProcess = z.output<typeof watchedProcess>;
const watchedQueue = z.object({
  name: z.enum(queueNames),
  /** Table of the queue. */
  table: z.string(),
  count: z.int(),
  /** Age of the oldest entry, s; null: none. */
  age: z.nullable(z.int()),
  /** Highest age, s. */
  limit: z.int(),
  isOver: z.boolean(),
});
export type WatchedQueue = z.output<typeof watchedQueue>;
const watchedTask = z.object({
  name: z.enum(periodicTaskNames),
  /** Since its last run in any process, s; null: it has not run yet. */
  age: z.nullable(z.int()),
  limit: z.int(),
  /** Its last run in a process failed. */
  isFailing: z.boolean(),
});
export type WatchedTask = z.output<typeof watchedTask>;
/** Setting of the server: whether it is set, and its value unless it may be a secret. */
const serverSetting = z.object({ name: z.string(), isSet: z.boolean(), value: z.nullable(z.string()) });
export type ServerSetting = z.output<typeof serverSetting>;

/** State of the installation; it holds no secret (requirement CO104). Times of ages are s, sizes bytes. */
export const showHealth = defineOperatorCall({
  name: "showHealth",
  path: "health",
  kind: "read",
  right: "health.read",
  args: z.object({}),
  result: z.object({
    asOf: timestamp,
    processes: z.array(watchedProcess),
    database: z.object({
      kind: z.enum(["postgres", "pglite"]),
      version: z.string(),
      /** Time of one statement, ms. */
      latency: z.number(),
      sizeBytes: z.int(),
      connections: z.int(),
      maxConnections: z.int(),
      /** Age of the oldest open transaction, s. */
      oldestTransaction: z.int(),
    }),
    queues: z.array(watchedQueue),
    /** Attempts of the last hour in slots of five minutes, the first one first. */
    signUps: z.array(
      z.object({ slot: timestamp, outcomes: z.array(z.object({ outcome: z.string(), count: z.int() })) }),
    ),
    disks: z.array(z.object({ host: z.string(), freeBytes: z.int(), sizeBytes: z.int() })),
    /** Age of the last backup, s; null: none is noted. */
    backup: z.nullable(z.object({ time: timestamp, age: z.int() })),
    keys: z.array(z.object({ keyId: z.string(), usedTime: z.nullable(timestamp), isInUse: z.boolean() })),
    /** Secrets of the server by kind, with the day they were made. */
    secrets: z.array(z.object({ name: z.string(), time: timestamp })),
    certificates: z.array(z.object({ name: z.string(), endTime: timestamp })),
    tasks: z.array(watchedTask),
    /** Last sealed day of the audit log; null: none. */
    sealedDay: z.nullable(z.string()),
    /** Operators who have revealed as many mobiles as they may, of an hour or a day (requirement CO100). */
    revealLimits: z.array(
      z.object({ operatorId: z.string(), name: z.string(), hour: z.int(), day: z.int() }),
    ),
    settings: z.array(serverSetting),
  }),
  refusals: [],
});
export type Health = z.output<typeof showHealth.result>;
