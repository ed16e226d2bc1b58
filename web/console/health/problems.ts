import type { Health, WatchedProcess } from "#contract/console/watch/health.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { healthMessages } from "./messages.ts";
import { durationText, daysBetween, sizeText } from "./units.ts";

const { problems: texts, queues, tasks, keys } = healthMessages;

/** Something to be done: fact, age, advice. */
export type Problem = {
  readonly id: string;
  readonly isSevere: boolean;
  readonly title: string;
  readonly hint: string | null;
  readonly text: string;
  /** Page on which it is done. */
  readonly page?: string;
};
type Check = readonly Problem[];

/** Age of a backup above which one was missed, s: as the alarm of docs/operation.md. */
const MAX_BACKUP_AGE = 26 * 3_600;
const MIN_FREE_SHARE = 0.1;
const MAX_DELAY = 500;
const MAX_LATENCY = 200;
const MAX_CONNECTION_SHARE = 0.85;
const MAX_TRANSACTION = 900;
const CERTIFICATE_DAYS = 30;
/** Share of attempts that fail by the server's fault. */
const MAX_FAILED_SHARE = 0.01;

const pages: Readonly<Record<string, string>> = {
  couponDelivery: "/deliveries",
  refund: "/after-sales",
  bill: "/reconciliation",
  rightsRequest: "/rights-requests",
};
/** marque-1 · 4711: machine and process id. */
export const processName = ({ host, pid }: Pick<WatchedProcess, "host" | "pid">): string =>
  `${host} · ${pid}`;
export const isSlow = ({ loopDelay, isStale }: WatchedProcess): boolean => !isStale && loopDelay > MAX_DELAY;
/** Compares versions by their numbers. */
const newestVersion = (versions: readonly string[]): string =>
  versions.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }))[0] ?? "";
/** Processes that work with an older version than another one. */
export function oldProcesses(processes: readonly WatchedProcess[]): readonly WatchedProcess[] {
  const running = processes.filter(({ isStale }) => !isStale);
  const newest = newestVersion(running.map(({ version }) => version));
  return running.filter(({ version }) => version !== newest);
}

function ofProcesses({ processes }: Health): Check {
  const running = processes.filter(({ isStale }) => !isStale);
  const old = oldProcesses(processes);
  return [
    ...processes
      .filter(({ isStale }) => isStale)
      .map((stopped) => ({
        id: stopped.processId,
        isSevere: true,
        title: texts.stopped(processName(stopped)),
        hint: texts.lastSeen(durationText(stopped.age)),
        text: texts.stoppedText(running.length, stopped.host),
      })),
    ...running.filter(isSlow).map((slow) => ({
      id: `slow ${slow.processId}`,
      isSevere: false,
      title: texts.slow(processName(slow)),
      hint: null,
      text: texts.slowText(`${slow.loopDelay} ms`),
    })),
    ...(old.length === 0
      ? []
      : [
          {
            id: "versions",
            isSevere: false,
            title: texts.versions,
            hint: null,
            text: texts.versionsText([...new Set(running.map(({ version }) => version))].join("、")),
          },
        ]),
  ];
}
const ofQueues = (health: Health): Check =>
  health.queues
    .filter(({ isOver }) => isOver)
    .map(({ name, count, age }) => ({
      id: `queue ${name}`,
      isSevere: true,
      title: texts.queue(queues.names[name], count),
      hint: age === null ? null : texts.oldest(durationText(age)),
      text: queues.advice[name],
      ...(pages[name] !== undefined && { page: pages[name] }),
    }));
const ofTasks = (health: Health): Check =>
  health.tasks
    .filter(({ age, limit, isFailing }) => isFailing || (age !== null && age > limit))
    .map(({ name, age, isFailing }) => ({
      id: `task ${name}`,
      isSevere: !isFailing,
      title: isFailing ? texts.taskFailing(tasks.names[name]) : texts.task(tasks.names[name]),
      hint: age === null ? null : durationText(age),
      text: texts.taskText,
    }));

function ofDatabase({ database }: Health): Check {
  const { latency, connections, maxConnections, oldestTransaction, kind } = database;
  const found: (Problem | false)[] = [
    latency > MAX_LATENCY && {
      id: "latency",
      isSevere: true,
      title: texts.database,
      hint: `${latency} ms`,
      text: texts.databaseText,
    },
    kind === "postgres" &&
      connections > maxConnections * MAX_CONNECTION_SHARE && {
        id: "connections",
        isSevere: true,
        title: texts.connections,
        hint: null,
        text: texts.connectionsText(connections, maxConnections),
      },
    oldestTransaction > MAX_TRANSACTION && {
      id: "transaction",
      isSevere: false,
      title: texts.transaction,
      hint: null,
      text: texts.transactionText(durationText(oldestTransaction)),
    },
  ];
  return found.filter((problem) => problem !== false);
}

function ofMachines({ disks, backup, certificates, asOf }: Health): Check {
  const now = Date.parse(asOf);
  const full = disks.filter(({ freeBytes, sizeBytes }) => freeBytes < sizeBytes * MIN_FREE_SHARE);
  const isOld = backup !== null && backup.age > MAX_BACKUP_AGE;
  return [
    ...full.map(({ host, freeBytes }) => ({
      id: `disk ${host}`,
      isSevere: true,
      title: texts.disk(host),
      hint: null,
      text: texts.diskText(sizeText(freeBytes)),
    })),
    ...(backup === null
      ? [{ id: "backup", isSevere: false, title: texts.backupNone, hint: null, text: texts.backupNoneText }]
      : []),
    ...(isOld
      ? [
          {
            id: "backup",
            isSevere: true,
            title: texts.backupOld(durationText(backup.age)),
            hint: null,
            text: texts.backupOldText,
          },
        ]
      : []),
    ...certificates
      .map(({ name, endTime }) => ({ name, days: daysBetween(now, Date.parse(endTime)) }))
      .filter(({ days }) => days < CERTIFICATE_DAYS)
      .map(({ name, days }) => ({
        id: `certificate ${name}`,
        isSevere: days < 7,
        title: texts.certificate(keys.certificates[name] ?? name, days),
        hint: null,
        text: texts.certificateText,
      })),
  ];
}

/** Days that may be missing: yesterday is sealed at two o'clock. */
const SEAL_DELAY = 52 * 3_600_000;
function ofRest({ sealedDay, signUps, asOf }: Health): Check {
  const outcomes = signUps.flatMap((slot) => slot.outcomes);
  const sum = (name?: string): number =>
    outcomes
      .filter(({ outcome }) => name === undefined || outcome === name)
      .reduce((all, { count }) => all + count, 0);
  const isUnsealed = sealedDay !== null && sealedDay < toShanghaiDate(Date.parse(asOf) - SEAL_DELAY);
  return [
    ...(isUnsealed
      ? [{ id: "seal", isSevere: false, title: texts.seal, hint: null, text: texts.sealText(sealedDay) }]
      : []),
    ...(sum("failed") > sum() * MAX_FAILED_SHARE
      ? [
          {
            id: "sign-ups",
            isSevere: true,
            title: texts.signUps,
            hint: null,
            text: texts.signUpsText(sum("failed"), sum()),
          },
        ]
      : []),
  ];
}

/** Everything that has to be done, the severe first (requirement CO104). */
export const problemsOf = (health: Health): readonly Problem[] =>
  [ofProcesses, ofQueues, ofTasks, ofDatabase, ofMachines, ofRest]
    .flatMap((check) => check(health))
    .toSorted((one, other) => Number(other.isSevere) - Number(one.isSevere));

/** Number of single things that are checked. */
export const countChecks = ({ processes, queues: all, tasks: runs, disks, certificates }: Health): number =>
  processes.length + all.length + runs.length + disks.length + certificates.length + 6;
