// Serialises set-ups of one checkout when several commands start together. Plain JavaScript, because
// setup.mjs runs before anything is installed.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const BEAT = 1_000;
/** Time in ms after which a holder that has not touched its lock is considered dead. */
const MAX_SILENCE = 20_000;

/** @param {string} lock @returns {string} mark of the holder, empty if not written yet */
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
/** @param {string} lock @returns {boolean} whether its holder has died or stopped touching it */
function isStale(lock) {
  const holder = holderOf(lock);
  if (holder && isDead(holder)) return true;
  try {
    return Date.now() - statSync(lock).mtimeMs > MAX_SILENCE;
  } catch {
    return false;
  }
}
/**
 * Removes a stale lock; by rename, so that only one of two competing processes succeeds. @param {string} lock
 */
function breakLock(lock) {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch {
    // another process was faster
  }
}

/**
 * @param {string} root path of the checkout @returns {string} outside of it, because `npm ci` empties
 * node_modules
 */
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
 * @param {string} lock folder that is created (atomically) and removed
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
      // broken by a process that considered this one dead; the work continues
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
