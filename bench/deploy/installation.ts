import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { startGuarded, type GuardedProcess } from "../../server/testing/guarded-process.ts";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";

export const deploy = fileURLToPath(new URL("../../deploy/", import.meta.url));
/** User for programs that refuse to run as root. */
const id = (flag: string): number =>
  Number(
    execFileSync("id", [flag, process.getuid?.() === 0 ? "nobody" : String(process.getuid?.())], {
      encoding: "utf8",
    }),
  );
export const installationFolder = mkdtempSync("/tmp/marque-deploy-");
chmodSync(installationFolder, 0o777);
export const installationPorts = {
  one: await freePort(),
  other: await freePort(),
  pooler: await freePort(),
  plain: await freePort(),
  secure: await freePort(),
};
/** Output of the programs beside the product. */
export const installationOutput: string[] = [];
function listen(guarded: GuardedProcess): GuardedProcess {
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => installationOutput.push(chunk.toString()));
  return guarded;
}

/** Starts deploy/pgbouncer/pgbouncer.ini with test ports and folders, and without a password. */
export function startPooler(postgres: string): GuardedProcess {
  const url = new URL(postgres);
  const settings = readFileSync(join(deploy, "pgbouncer/pgbouncer.ini"), "utf8")
    .replace("port=5432 dbname=marque", `port=${url.port} dbname=${url.pathname.slice(1)} user=marque`)
    .replace("listen_port = 6432", `listen_port = ${installationPorts.pooler}`)
    .replace("auth_type = scram-sha-256", "auth_type = any")
    .replace("auth_file = /etc/pgbouncer/userlist.txt", "")
    .replaceAll(/\/var\/(log|run)\/postgresql/g, installationFolder);
  writeFileSync(join(installationFolder, "pgbouncer.ini"), settings);
  return listen(
    startGuarded("pgbouncer", ["-q", join(installationFolder, "pgbouncer.ini")], {
      uid: id("-u"),
      gid: id("-g"),
      signal: "INT",
    }),
  );
}
/**
 * Starts deploy/nginx/marque.conf with test ports, folders and certificate, in a minimal main configuration.
 */
export function startWeb(): GuardedProcess {
  const tls = join(installationFolder, "tls");
  mkdirSync(tls);
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      "-subj",
      "/CN=m.example.com",
      "-keyout",
      join(tls, "privkey.pem"),
      "-out",
      join(tls, "fullchain.pem"),
    ],
    { stdio: "pipe" },
  );
  const site = readFileSync(join(deploy, "nginx/marque.conf"), "utf8")
    .replace("127.0.0.1:8081", `127.0.0.1:${installationPorts.one}`)
    .replace("127.0.0.1:8082", `127.0.0.1:${installationPorts.other}`)
    .replaceAll(/listen (\[::\]:)?80;/g, (_all, six: string | undefined) =>
      six ? "" : `listen 127.0.0.1:${installationPorts.plain};`,
    )
    .replaceAll(/listen (\[::\]:)?443 ssl http2;/g, (_all, six: string | undefined) =>
      six ? "" : `listen 127.0.0.1:${installationPorts.secure} ssl http2;`,
    )
    .replaceAll("/etc/marque/tls", tls)
    .replaceAll(/\/var\/(log|cache)\/nginx/g, installationFolder);
  writeFileSync(join(installationFolder, "marque.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${installationFolder}/${name};`)
    .join(" ");
  const main = `daemon off; pid ${installationFolder}/nginx.pid; error_log ${installationFolder}/error.log; events {} http { include /etc/nginx/mime.types; ${paths} include ${installationFolder}/marque.conf; }`;
  writeFileSync(join(installationFolder, "nginx.conf"), main);
  const options = ["-c", join(installationFolder, "nginx.conf"), "-e", join(installationFolder, "error.log")];
  execFileSync("nginx", ["-t", "-q", ...options], { stdio: "pipe" });
  return listen(startGuarded("nginx", options, {}));
}

/** Row counts of all tables except volatile counters. */
export async function rowCounts(url: string): Promise<string> {
  const { db } = await connectDatabase({ url });
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    if (/^(pace_count|request_nonce|track_event)/.test(name)) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    found.push(`${name} ${rows[0]?.n}`);
  }
  await db.destroy();
  return found.sort().join("\n");
}
