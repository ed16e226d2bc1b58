import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { startGuarded } from "./guarded-process.ts";

export type Cluster = {
  /** postgres://… of one of its databases. */
  url(database: string): string;
  /** Runs one statement in its maintenance database. */
  execute(statement: string): Promise<void>;
  /** Stops it and deletes its folder. */
  stop(): Promise<void>;
};

/** A port that is free now, below the kernel's ephemeral range. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 21_000 + Math.floor(Math.random() * 8_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error("no free port between 21000 and 29000");
}

type Identity = { uid: number; gid: number } | Record<string, never>;
/** PostgreSQL refuses to run as root: then another user of this machine runs it. */
function identity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"])
    try {
      const id = (flag: string) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // no such user here
    }
  throw new Error("PostgreSQL cannot run as root, and there is no user postgres or nobody");
}

async function untilReady(url: string, isOver: () => boolean, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (isOver()) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await setTimeout(100);
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output()}`);
}

/**
 * Starts a PostgreSQL of its own: new folder, free port, durable commits as in production.
 * @param bin folder of `initdb` and `postgres`
 */
export async function startCluster(bin: string): Promise<Cluster> {
  // Not TMPDIR: the user that runs it must be able to reach the folder, and a socket's path be short.
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/tmp" : tmpdir(), "marque-pg-"));
  const who = identity();
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  const data = join(folder, "data");
  const environment = { ...process.env, LC_ALL: "C.UTF-8" };
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "marque", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...who, cwd: folder, env: environment, stdio: "pipe" },
  );
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: 120,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const guarded = startGuarded(join(bin, "postgres"), ["-D", data, ...flags], {
    ...who,
    cwd: folder,
    env: environment,
    signal: "INT",
    after: `rm -rf '${data}'; cd /; rmdir '${folder}'`,
  });
  let output = "";
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const url = (database: string) => `postgres://marque@127.0.0.1:${port}/${database}`;
  try {
    await untilReady(
      url("postgres"),
      () => guarded.child.exitCode !== null,
      () => output,
    );
  } catch (error) {
    await guarded.stop();
    throw error;
  }
  return {
    url,
    async execute(statement) {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async stop() {
      await guarded.stop();
    },
  };
}
