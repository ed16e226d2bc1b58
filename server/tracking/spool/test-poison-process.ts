import { readSpoolPart } from "../load/spool-part-reader.ts";
import { SpoolLoader } from "../load/spool-loader.ts";
import { Spool } from "./spool.ts";

// A process that stores what it finds in the spool of a folder, says whose events it has stored, and
// is killed by one body, while it is read or while it is stored. Arguments: the folder, where it is
// killed, "unmarked" to leave the marks out.
const [root = "", where = "", marks = ""] = process.argv.slice(2);
const log = {
  warn: () => {},
  error: (told: object, text: string) => process.stdout.write(`told ${text}\n`),
} as never;
const killedBy = (text: string): void => {
  if (text.includes("poison")) process.kill(process.pid, "SIGKILL");
};
const spool: Spool = new Spool({
  root,
  isAlone: true,
  now: Date.now,
  log,
  onWritten: () => intake.look(),
  isMarked: marks !== "unmarked",
});
const intake = new SpoolLoader({
  spool,
  log,
  rowsAhead: () => 1_000,
  metrics: { count: () => {} } as never,
  reader: {
    async read(part) {
      const read = readSpoolPart(part, { rowsMost: 100, isHandedOn: false });
      if (where === "reading") for (const { text } of read.chunks) killedBy(text);
      return read;
    },
    close: async () => {},
  },
  writer: {
    async write({ text }: { text: string }) {
      if (where === "storing") killedBy(text);
      for (const { distinct_id } of JSON.parse(text) as { distinct_id: string }[])
        process.stdout.write(`stored ${distinct_id}\n`);
      return true;
    },
  } as never,
});
await intake.settled();
await spool.close();
process.stdout.write("ended\n");
