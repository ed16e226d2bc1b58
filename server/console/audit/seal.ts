import {
  compareLines,
  extendChain,
  hashLine,
  startChain,
  writeSealedLine,
  writeSealHead,
  type LineFault,
} from "#contract/console/watch/audit-seal.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { sha256 } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  findSeal,
  hashFoundLines,
  readSealedHashes,
  readSealedLines,
  sealNextDay,
  type SealRow,
} from "./seal-store.ts";

const DAY = 86_400_000;
const INTERVAL = 300_000;
/** Days that one run closes at most, so that a long history takes several. */
const DAYS_PER_RUN = 60;
/** Entries of one part of a download. */
const PART_LINES = 4_000;

/** Closes all days that are over. @returns how many */
export async function sealClosedDays(db: Database, now: number): Promise<number> {
  let sealed = 0;
  while (sealed < DAYS_PER_RUN && (await sealNextDay(db, now)) !== null) sealed += 1;
  return sealed;
}

/** Closes days periodically. */
export function scheduleAuditSeals({ db, clock, tasks }: AppContext): { stop(): void } {
  return tasks.schedule("audit.seal", INTERVAL, () => sealClosedDays(db, clock.now()));
}

/** The first day whose entries are still kept. @param now ms since the epoch */
export const firstKeptDay = (now: number, retentionDays: number): string =>
  toShanghaiDate(new Date(now - retentionDays * DAY));

/** Check of a day against its seal. */
export type SealCheck = {
  readonly seal: SealRow;
  /** The seal follows from that of the day before and the hashes that it names. */
  readonly isChained: boolean;
  readonly faults: readonly LineFault[];
};
/**
 * Compares a day's entries with its seal.
 * @param keptSince the first day whose entries are still kept; of earlier ones the seal proves a downloaded copy
 * @returns null: the day is not closed
 */
export async function checkDay(db: Database, day: string, keptSince: string): Promise<SealCheck | null> {
  const seal = await findSeal(db, day);
  if (seal === null) return null;
  if (!seal.is_kept && day < keptSince) return { seal, isChained: true, faults: [] };
  const sealed = await readSealedHashes(db, day);
  const faults = compareLines(sealed, await hashFoundLines(db, day));
  const chain = sealed.reduce(
    (last, { hash }) => extendChain(last, hash, sha256),
    startChain(day, seal.previous, sha256),
  );
  return { seal, isChained: chain === seal.seal && sealed.length === seal.line_count, faults };
}

/**
 * Writes a part of a sealed day as JSON lines.
 * @param after number of the last line of the part before; 0: the first part, which begins with the seal
 * @returns null: the day is not closed, or its entries are no longer kept
 */
export async function writeDay(
  db: Database,
  day: string,
  after: number,
): Promise<{ readonly text: string; readonly next: number | null } | null> {
  const seal = await findSeal(db, day);
  if (seal === null || !seal.is_kept) return null;
  const { previous, line_count: lines } = seal;
  const earlier = (await readSealedHashes(db, day)).slice(0, after);
  let chain = earlier.reduce(
    (last, { hash }) => extendChain(last, hash, sha256),
    startChain(day, previous, sha256),
  );
  const part = await readSealedLines(db, day, after, PART_LINES);
  let text =
    after === 0 ? writeSealHead({ format: "marque-audit-1", day, previous, lines, seal: seal.seal }) : "";
  part.forEach((line, index) => {
    chain = extendChain(chain, hashLine(line, sha256), sha256);
    text += writeSealedLine(line, after + index + 1, chain);
  });
  const last = after + part.length;
  return { text, next: part.length === PART_LINES && last < lines ? last : null };
}
