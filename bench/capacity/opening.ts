// Simulates an opening with 1,000,000 people waiting, from the measured service times of one core, with the queues and
// refusals of the product and people who press again; prints the table of docs/capacity.md. It takes a minute.
//   node bench/capacity/opening.ts
//   PEOPLE=100000 SEATS=2000 PROCESSES=4,16 node bench/capacity/opening.ts
import { simulateOpening, type Opening } from "./simulate-opening.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 1_000_000);
const SEATS = (process.env["SEATS"] ?? `5000,100000,${PEOPLE}`).split(",").map(Number);
const PROCESSES = (process.env["PROCESSES"] ?? "8,32,128").split(",").map(Number);
const seconds = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(1)} s` : "never");
const count = (value: number): string => Math.round(value).toLocaleString("en");

const columns = [
  "seats",
  "slider",
  "processes",
  "last seat",
  "half answered",
  "99 % answered",
  "presses each",
  "busy",
  "gave up",
  "peak calls/s",
  "row lock used",
];
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(" | ")} |\n`);
line(columns);
line(columns.map(() => "---"));
for (const isSolvedBefore of [false, true])
  for (const seats of SEATS)
    for (const processes of PROCESSES) {
      const opening: Opening = { people: PEOPLE, seats, processes, isSolvedBefore };
      const result = simulateOpening(opening);
      const { seated, full, gone, answered } = result;
      if (seated > seats) throw new Error("more seats than there are");
      if (seated + full + gone !== PEOPLE)
        process.stdout.write("not everybody was answered within an hour:\n");
      line([
        count(seats),
        isSolvedBefore ? "before" : "at the opening",
        count(processes),
        seated === seats ? seconds(result.lastSeat) : `${count(seated)} taken`,
        seconds(answered.half),
        seconds(answered.most),
        result.pressesPerPerson.toFixed(1),
        count(result.busyRefusals),
        count(gone),
        count(result.peakCalls),
        `${(result.databaseShare * 100).toFixed(0)} %`,
      ]);
    }
