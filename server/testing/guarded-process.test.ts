import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGuarded } from "./guarded-process.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-guard-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const until = async (condition: () => boolean) => {
  for (let tries = 0; tries < 200 && !condition(); tries++) await setTimeout(50);
  expect(condition()).toBe(true);
};
const isRunning = (mark: string) =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(`sleep ${mark}`);

test("a stopped program has ended, and its clean-up has run", async () => {
  const marker = join(folder, "stopped");
  const guarded = startGuarded("sleep", ["98761"], { after: `touch '${marker}'` });
  await until(() => isRunning("98761"));
  const args = execFileSync("ps", ["-o", "args=", "-p", String(await guarded.pid)], { encoding: "utf8" });
  expect(args.trim()).toBe("sleep 98761");
  await guarded.stop();
  expect([isRunning("98761"), existsSync(marker)]).toEqual([false, true]);
});

test("a program that ends by itself reports its exit status", async () => {
  const guarded = startGuarded("sh", ["-c", "exit 7"]);
  await until(() => guarded.child.exitCode !== null);
  expect(await guarded.stop()).toBe(7);
});

test("a program ends when the process that started it is killed", async () => {
  const module = new URL("./guarded-process.ts", import.meta.url).href;
  const code = `const { startGuarded } = await import(${JSON.stringify(module)}); startGuarded("sleep", ["98762"]); setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "ignore" });
  await until(() => isRunning("98762"));
  starter.kill("SIGKILL");
  await until(() => !isRunning("98762"));
  expect(isRunning("98762")).toBe(false);
});
