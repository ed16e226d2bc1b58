import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Refusal } from "#contract/core/errors.ts";
import { currentNetwork } from "../../core/caller-network.ts";
import { CpuBudget, measureThread } from "../../core/cpu-budget.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { cpuBudgets, MAX_WORK_WAIT, workQueues } from "../../http/rate-limit/work-quota-rules.ts";
import { identityMessages } from "../messages.ts";

const derive = promisify(argon2);

/**
 * Hashing runs in Node's thread pool (four threads), which file access and DNS lookups need too. A login that would
 * wait longer than a second is refused, so that a flood of logins cannot pile up; networks take turns.
 */
const queue = new FairQueue(
  { ...workQueues.password, maxWait: MAX_WORK_WAIT },
  new CpuBudget(cpuBudgets.threadPool, measureThread),
);

/**
 * Cost of new hashes: OWASP's first recommendation for argon2id (19 MiB, two passes); about 40 ms in the
 * pool.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Cost = { memory: number; passes: number; parallelism: number };
const run = async (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Promise<Buffer> => {
  const end = await queue.enter(currentNetwork()).catch((): never => {
    throw new Refusal("busy", { message: identityMessages.passwordsBusy, retryAfterSeconds: 2 });
  });
  try {
    return await derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength });
  } finally {
    end();
  }
};

/**
 * Hashes a password; the result contains the cost, so that the cost can be raised later.
 * @returns PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$hash
 * @throws Refusal "busy" if too many are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatPhc(salt, await run(password, salt, cost, HASH_BYTES));
}

function formatPhc(salt: Buffer, hash: Buffer): string {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Whether a password matches a stored hash, compared in constant time; false for a malformed hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return false;
  const expected = Buffer.from(hash, "base64url");
  const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(
    await run(password, Buffer.from(salt, "base64url"), storedCost, expected.length),
    expected,
  );
}

/** Hash of random bytes, which no password matches and which takes as long to verify as any other. */
const decoy = formatPhc(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/**
 * Verifies a password against an account's hash. An unknown account or one without a password (null) takes as
 * long as a wrong password, so that the response time reveals nothing.
 * @throws Refusal "busy"
 */
export async function verifyAccountPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await verifyPassword(password, hash ?? decoy);
  return hash !== null && matches;
}
