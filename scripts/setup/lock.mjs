// One set-up at a time per checkout, also when two commands start together. Plain JavaScript,
// because setup.mjs runs before anything is installed.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const BEAT = 1_000;
/** A holder that has not touched its lock for this long is gone; ms. */
const SILENCE_MOST = 20_000;

/** @param {string} lock @returns {string} the holder's mark, empty where there is none yet */
const holderOf = (lock) => {
  try {
    return readFileSync(join(lock, "holder"), "utf8");
  } catch {
    return "";
  }
};
/** @param {string} holder "<pid> <uuid>" */
const isDead = (holder) => {
  const pid = Number(holder.split(" ")[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
};
/** @param {string} lock whether its holder died or fell silent */
function isStale(lock) {
  const holder = holderOf(lock);
  if (holder && isDead(holder)) return true;
  try {
    return Date.now() - statSync(lock).mtimeMs > SILENCE_MOST;
  } catch {
    return false;
  }
}
/** Takes a stale lock away; by rename, so that of two who try only one does it. @param {string} lock */
function breakLock(lock) {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch {
    // another one was quicker
  }
}

/** @param {string} root of the checkout @returns {string} outside of it, since `npm ci` empties node_modules */
export const lockFolder = (root) =>
  join(
    tmpdir(),
    `marque-setup-${createHash("sha256")
      .update(`${process.getuid?.() ?? ""} ${root}`)
      .digest("hex")
      .slice(0, 16)}`,
  );

/**
 * Runs `work` while holding the lock.
 * @template T
 * @param {string} lock folder that is made (atomic) and removed
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called once if another process holds it
 * @returns {Promise<T>}
 */
export async function withLock(lock, work, onWait = () => {}) {
  for (let hasWaited = false; ;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isStale(lock)) {
      breakLock(lock);
      continue;
    }
    if (!hasWaited) onWait();
    hasWaited = true;
    await setTimeout(200);
  }
  const mark = `${process.pid} ${randomUUID()}`;
  writeFileSync(join(lock, "holder"), mark);
  const release = () => {
    if (holderOf(lock) === mark) rmSync(lock, { recursive: true, force: true });
  };
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // broken by another one that thought us dead; the work itself goes on
    }
  }, BEAT);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener("exit", release);
    release();
  }
}
