import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** Cost of new hashes: OWASP's first choice for argon2id (19 MiB, two passes); about 40 ms, off the main loop. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Cost = { memory: number; passes: number; parallelism: number };
const run = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Promise<Buffer> =>
  derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength });

/**
 * Hashes a password, with its cost beside it, so that the cost can be raised later.
 * @returns PHC text: $argon2id$v=19$m=…,t=…,p=…$salt$hash
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(password, salt, cost, HASH_BYTES);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Whether a password belongs to a stored hash; compared in constant time. A hash that cannot be read belongs to none. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return false;
  const expected = Buffer.from(hash, "base64url");
  const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(
    await run(password, Buffer.from(salt, "base64url"), storedCost, expected.length),
    expected,
  );
}

/**
 * Judges a password against an account's hash. An unknown account, or one without a password,
 * costs the same time as a wrong password, so that the answer's time tells nothing.
 */
export function passwordJudge(): (password: string, stored: string | null) => Promise<boolean> {
  let decoy: Promise<string> | null = null;
  return async (password, stored) => {
    decoy ??= hashPassword(randomBytes(16).toString("hex"));
    const matches = await isPassword(password, stored ?? (await decoy));
    return stored !== null && matches;
  };
}
