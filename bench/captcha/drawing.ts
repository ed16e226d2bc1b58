// Measures the processor time of a drawn puzzle, the dearest part of a sign-up at an opening (docs/capacity.md).
// Run: node bench/captcha/drawing.ts                  median of 5 rounds of 40 puzzles
import { createPuzzlePictureSource } from "../../server/captcha/picture/puzzle-picture.ts";
import { median } from "../measure/statistics.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const PUZZLES = 40;
const source = createPuzzlePictureSource({
  error: (fault: unknown) => void process.stdout.write(`${JSON.stringify(fault)}\n`),
});
const draw = (): Promise<unknown> => source.draw(Math.round(70 + Math.random() * 200));
/** Processor time of this process so far, all threads, ms. */
const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
// The first puzzles draw the scenes.
for (let at = 0; at < 12; at++) await draw();
const rounds: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = cpuMilliseconds();
  // Two at once, as a server process draws them.
  for (let at = 0; at < PUZZLES; at += 2) await Promise.all([draw(), draw()]);
  rounds.push((cpuMilliseconds() - before) / PUZZLES);
}
source.close();
process.stdout.write(
  `${median(rounds).toFixed(1)} ms of processor time a puzzle (${Math.min(...rounds).toFixed(1)} to ${Math.max(...rounds).toFixed(1)})\n`,
);
