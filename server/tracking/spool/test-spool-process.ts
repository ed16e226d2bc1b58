import { Spool } from "./spool.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

// Writes events to the spool of a folder and prints those that were accepted, until it is killed. Argument:
// the folder.
const log = { warn: () => {}, error: () => {} };
const spool = new Spool({
  root: process.argv[2] ?? "",
  isAlone: false,
  now: Date.now,
  log: log as never,
  onWritten: () => {},
});
let number = 0;
function send(): void {
  const name = `killed-${process.pid}-${++number}`;
  const isList = number % 3 === 0;
  const event = sampleEvent({ distinct_id: name });
  const body = Buffer.from(isList ? sampleForm.list([event]) : sampleForm.data(event));
  spool.add({ body, project: "App" }, isList, (isAccepted) => {
    if (isAccepted) process.stdout.write(`${name}\n`);
    send();
  });
}
for (let sender = 0; sender < 20; sender++) send();
