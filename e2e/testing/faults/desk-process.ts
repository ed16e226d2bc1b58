// The process of operators in the tests of kills: steps as lines of JSON on standard input, outcomes on standard output.
import { createInterface } from "node:readline";
import { openDesk, type DeskStep } from "../../../server/testing/mall/shop-desk.ts";

const run = await openDesk(process.env["DATABASE_URL"] ?? "");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, step } = JSON.parse(line) as { id: number; step: DeskStep };
  // Steps run at once.
  void run(step)
    .then((outcome) => ({ id, outcome }))
    .catch((error: unknown) => ({ id, error: String(error) }))
    .then((answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
}
