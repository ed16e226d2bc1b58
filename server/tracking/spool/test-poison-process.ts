import { readSpoolPart } from "../load/spool-part-reader.ts";
import { SpoolLoader } from "../load/spool-loader.ts";
import { Spool } from "./spool.ts";

// Stores the events of a spool, prints whose events it has stored, and is killed by one body while it is read
// or stored. Arguments: the folder, "reading" or "storing" for the moment of the kill, "unmarked" to write no
// markers.
const [root = "", moment = "", markers = ""] = process.argv.slice(2);
const log = {
  warn: () => {},
  error: (_fields: object, message: string) => process.stdout.write(`logged ${message}\n`),
} as never;
const killIfPoison = (text: string): void => {
  if (text.includes("poison")) process.kill(process.pid, "SIGKILL");
};
const spool: Spool = new Spool({
  root,
  isAlone: true,
  now: Date.now,
  log,
  onWritten: () => loader.wake(),
  hasMarkers: markers !== "unmarked",
});
const loader = new SpoolLoader({
  spool,
  log,
  rowsAhead: () => 1_000,
  metrics: { count: () => {} } as never,
  reader: {
    async read(part) {
      const read = readSpoolPart(part, { maxRows: 100, isForwarded: false });
      if (moment === "reading") for (const { text } of read.chunks) killIfPoison(text);
      return read;
    },
    close: async () => {},
  },
  writer: {
    async write({ text }: { text: string }) {
      if (moment === "storing") killIfPoison(text);
      for (const { distinct_id } of JSON.parse(text) as { distinct_id: string }[])
        process.stdout.write(`stored ${distinct_id}\n`);
      return true;
    },
  } as never,
});
await loader.settled();
await spool.close();
process.stdout.write("ended\n");
