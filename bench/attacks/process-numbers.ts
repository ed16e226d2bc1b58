// Numbers by which processes tell their ids apart, in starts of many processes: leased in the database, or, in earlier
// releases, random in each. Prints the starts in which two processes share one. A process of its own, since it loads the
// modules of the given checkout. Arguments: folder, DATABASE_URL, starts, processes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder = "", url = "", starts = "1", processes = "64"] = process.argv.slice(2);
const addressOf = (path: string): string => pathToFileURL(join(folder, path)).href;
const LEASES = "server/database/process-number/process-number.ts";

type Lease = { readonly number: number; release(): Promise<void> };
type LeaseModule = { leaseProcessNumber(db: unknown): Promise<Lease> };
type DatabaseModule = {
  connectDatabase(source: { url: string }): Promise<{ db: { destroy(): Promise<void> } }>;
};
type IdModule = { newId(): string };

/** Numbers of one start of all processes. */
async function readNumbers(start: number): Promise<number[]> {
  const all = Array.from({ length: Number(processes) }, (_, nth) => nth);
  if (!existsSync(join(folder, LEASES)))
    return Promise.all(
      all.map(async (nth) => {
        // A module with another address is loaded anew, as by another process.
        const module = (await import(`${addressOf("server/core/ids.ts")}?${start}-${nth}`)) as IdModule;
        return Number((BigInt(module.newId()) >> 10n) & 4_095n);
      }),
    );
  const { leaseProcessNumber } = (await import(addressOf(LEASES))) as LeaseModule;
  const { connectDatabase } = (await import(
    addressOf("server/database/connection/database.ts")
  )) as DatabaseModule;
  const { db } = await connectDatabase({ url });
  const leases = await Promise.all(all.map(() => leaseProcessNumber(db)));
  const numbers = leases.map(({ number }) => number);
  for (const lease of leases) await lease.release();
  await db.destroy();
  return numbers;
}

let shared = 0;
for (let start = 0; start < Number(starts); start++) {
  const numbers = await readNumbers(start);
  if (new Set(numbers).size < numbers.length) shared++;
}
process.stdout.write(String(shared));
