// All benchmarks of the mall, one after the other, with a table of what each has reached. Run after a build:
//   node bench/mall/index.ts              10 runs of the rush sale, and each other benchmark once
//   node bench/mall/index.ts --runs 1
//   node bench/mall/index.ts rush|notices only those whose name matches
import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { say } from "./shop.ts";

const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "10" } },
  allowPositionals: true,
});
const wanted = new RegExp(positionals[0] ?? "");
const benchmarks: Readonly<Record<string, readonly string[]>> = {
  rush: ["--runs", values.runs],
  orders: [],
  locking: [],
  catalogue: [],
  settling: [],
  notices: [],
  beside: [],
};

/** Runs one benchmark. @returns the lines with a result */
async function run(name: string, options: readonly string[]): Promise<string[]> {
  say(`\n${name}`);
  const child = spawn(process.execPath, [`bench/mall/${name}.ts`, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  await once(child, "close");
  const results = output.split("\n").filter((line) => /^(ok|FAIL|OVER|UNDER)\b/.test(line));
  return child.exitCode === 0 ? results : [...results, `FAIL ${name} ended with ${child.exitCode}`];
}

const table: string[] = [];
for (const [name, options] of Object.entries(benchmarks))
  if (wanted.test(name))
    table.push(...(await run(name, options)).map((line) => `${name.padEnd(10)} ${line}`));
say(
  `\n${table.join("\n")}\nload average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
if (table.some((line) => !/^\w+ +ok\b/.test(line))) process.exitCode = 1;
