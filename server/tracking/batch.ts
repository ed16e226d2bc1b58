import type { TrackingProject } from "#contract/tracking-names.ts";
import { rowOf, type Row } from "./rules.ts";
import { readEvents, type Fault } from "./wire.ts";

/** Bodies as they came, one after the other in one piece of memory, which is handed over and not copied. */
export type Bodies = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
  readonly projects: readonly TrackingProject[];
  /** When they came, ms since the epoch. */
  readonly now: number;
};
/** As many rows as one statement takes. */
export type Chunk = {
  /** JSON array of `Row`. */
  readonly text: string;
  readonly count: number;
  /** YYYY-MM-DD, the days that its rows are of. */
  readonly days: readonly string[];
};
export type ReadBodies = {
  readonly chunks: readonly Chunk[];
  /** What was dropped, by reason. */
  readonly dropped: Readonly<Record<Fault | "invalid" | "excess", number>>;
};
export type ReadingOptions = { readonly rowsMost: number; readonly isHandedOn: boolean };

/** Reads bodies into rows. Nothing that a client may send makes it throw. */
export function readBodies({ bytes, lengths, projects, now }: Bodies, options: ReadingOptions): ReadBodies {
  const dropped = { malformed: 0, checksum: 0, bomb: 0, invalid: 0, excess: 0 };
  const rows: Row[] = [];
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  lengths.forEach((length, at) => {
    const project = projects[at] ?? "dianshang";
    const read = readEvents(all.toString("latin1", from, (from += length)));
    if ("fault" in read) {
      dropped[read.fault]++;
      return;
    }
    dropped.excess += read.cut;
    for (const event of read.events) {
      const row = rowOf(event, { project, now, isHandedOn: options.isHandedOn });
      if (row === null) dropped.invalid++;
      else rows.push(row);
    }
  });
  const chunks: Chunk[] = [];
  for (let at = 0; at < rows.length; at += options.rowsMost) {
    const some = rows.slice(at, at + options.rowsMost);
    const days = [...new Set(some.map(({ day }) => day))];
    chunks.push({ text: JSON.stringify(some), count: some.length, days });
  }
  return { chunks, dropped };
}
