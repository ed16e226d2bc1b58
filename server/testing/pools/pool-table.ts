import { cpuBudgets, workQueues } from "../../http/rate-limit/work-quota-rules.ts";
import { concurrencyShareOf, mayHold } from "../../core/fair-queue.ts";
import { connectionQueue } from "../../database/connection/connection-pool.ts";
import { embeddedQueue } from "../../database/connection/database.ts";
import { MAX_WAITING_INPUTS } from "../../database/batching/batch-writer.ts";
import { MAX_CONNECTIONS } from "../../http/lifecycle/connection-timeouts.ts";
import { streamLimits } from "../../http/pipeline/event-stream.ts";
import { bodyMemory } from "../../http/rate-limit/request-bodies.ts";
import { uploadMemory, uploadsAtOnce } from "../../picture/upload/upload-slots.ts";
import { mapQueue } from "../../location/map/map-pictures.ts";
import { consoleQueue } from "../../console/request-context.ts";
import { exportQueue } from "../../privacy/routes.ts";
import { MAX_WAITING_FOR_ACTIVITY } from "../../signup/activity-lock.ts";

/** A pool, queue or number of connections that many callers share, as docs/security.md lists it. */
export type Pool = {
  readonly name: string;
  /** All callers together, in one process. */
  readonly total: string;
  /** One network, or what else has a share. */
  readonly share: string;
  /** Files in server/ that create it. */
  readonly files: readonly string[];
};

/** Places that one key alone can take of a total (core/fair-queue.ts). */
function shareOf(total: number): number {
  let own = 0;
  while (mayHold(own, total - own)) own++;
  return own;
}
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const count = (number: number): string => number.toLocaleString("en");
const queuePool = (name: string, work: keyof typeof workQueues, file: string): Pool => {
  const { concurrent, waiting, budget } = workQueues[work];
  const { perSecond } = cpuBudgets[budget];
  return {
    name,
    total: `${concurrent} at once, ${count(waiting)} waiting`,
    share: `${concurrencyShareOf(concurrent)} at once, ${count(shareOf(waiting))} waiting, ${perSecond} ms of a processor per second together with the others of the ${budget === "eventLoop" ? "event loop" : "thread pool"}`,
    files: [file],
  };
};
const QUOTA = "http/rate-limit/work-quota.ts";

/** Every pool, queue and number of connections of a process. */
export const pools: readonly Pool[] = [
  {
    name: "HTTP connections",
    total: count(MAX_CONNECTIONS),
    share: `${count(shareOf(MAX_CONNECTIONS))}; nginx, as a trusted proxy, has 1,000 requests at once for each address`,
    files: ["http/lifecycle/connection-timeouts.ts", "http/lifecycle/connection-shares.ts"],
  },
  {
    name: "event streams",
    total: count(streamLimits.total),
    share: count(streamLimits.perNetwork),
    files: ["club/article/article-stream.ts", "figure/live/stream.ts"],
  },
  {
    name: "database connections",
    total: `10 at once, ${count(connectionQueue.waiting)} waiting for at most ${connectionQueue.maxWait / 1000} s`,
    share: `${concurrencyShareOf(10)} at once, ${count(shareOf(connectionQueue.waiting))} waiting`,
    files: ["database/connection/connection-pool.ts"],
  },
  {
    name: "the embedded database's connection",
    total: `1 at once, ${count(embeddedQueue.waiting)} waiting for at most ${embeddedQueue.maxWait / 1000} s`,
    share: `${count(shareOf(embeddedQueue.waiting))} waiting`,
    files: ["database/connection/database.ts"],
  },
  queuePool("rendered pages", "page", QUOTA),
  queuePool("uncached answers to visitors", "answer", QUOTA),
  queuePool("converted pictures", "picture", QUOTA),
  queuePool("posters", "poster", QUOTA),
  queuePool("captcha pictures", "captcha", QUOTA),
  queuePool("hashed passwords", "password", "identity/password/password-hash.ts"),
  {
    name: "inputs of one batch writer",
    total: `${count(MAX_WAITING_INPUTS)} for each activity, coupon, group or other key`,
    share: count(shareOf(MAX_WAITING_INPUTS)),
    files: [
      "benefit/writer-store.ts",
      "captcha/pass-store.ts",
      "club/group/join-store.ts",
      "club/relation-store.ts",
      "http/security/request-signature.ts",
      "koc/writer-store.ts",
      "lead/writer-store.ts",
      "order/place/rush-readers.ts",
      "order/place/writer.ts",
      "payment/settle/settle.ts",
      "session/store.ts",
      "session/write-mark-store.ts",
      "signup/register/eligibility-reader.ts",
      "signup/register/writer.ts",
    ],
  },
  {
    name: "changes of an activity's seats",
    total: `1 at once, ${count(MAX_WAITING_FOR_ACTIVITY)} waiting for each activity`,
    share: `${count(shareOf(MAX_WAITING_FOR_ACTIVITY))} waiting`,
    files: ["signup/activity-lock.ts"],
  },
  {
    name: "exports of personal data",
    total: `${exportQueue.concurrent} at once, ${exportQueue.waiting} waiting`,
    share: `${shareOf(exportQueue.waiting)} waiting for each person`,
    files: ["privacy/routes.ts"],
  },
  {
    name: "arriving bodies",
    total: megabytes(bodyMemory.total),
    share: megabytes(bodyMemory.network),
    files: ["http/rate-limit/request-bodies.ts"],
  },
  {
    name: "uploads at a time",
    total: count(uploadsAtOnce.total),
    share: `${uploadsAtOnce.network}, ${uploadsAtOnce.account} for each account or page`,
    files: ["picture/upload/upload-slots.ts"],
  },
  {
    name: "memory of uploads",
    total: megabytes(uploadMemory.total),
    share: `${megabytes(uploadMemory.network)}, ${megabytes(uploadMemory.account)} for each account or page`,
    files: ["picture/upload/upload-slots.ts"],
  },
  {
    name: "decoded uploads",
    total: `1 at once, ${count(uploadsAtOnce.total)} waiting`,
    share: `1 at once, ${count(shareOf(uploadsAtOnce.total))} waiting`,
    files: ["picture/picture-library.ts"],
  },
  {
    name: "maps requested from AMap",
    total: `${mapQueue.concurrent} at once, ${mapQueue.waiting} waiting`,
    share: `${concurrencyShareOf(mapQueue.concurrent)} at once, ${shareOf(mapQueue.waiting)} waiting`,
    files: ["location/map/map-pictures.ts"],
  },
  {
    name: "calls of the operator console",
    total: `${consoleQueue.all} at once beside shoppers, ${consoleQueue.console} in a process of its own, ${consoleQueue.waiting} waiting`,
    share: `${concurrencyShareOf(consoleQueue.all)} or ${concurrencyShareOf(consoleQueue.console)} at once, ${shareOf(consoleQueue.waiting)} waiting`,
    files: ["console/request-context.ts"],
  },
  {
    name: "deliveries of coupons to the maker",
    total: "10 at once",
    share: "the product's own, no caller waits",
    files: ["benefit/delivery.ts"],
  },
];
