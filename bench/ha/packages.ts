// The programs of a cluster: Debian's packages, installed where they are missing.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findPostgres, MIN_POSTGRES } from "../../scripts/setup/find-tools.mjs";

/** Programs by package. */
const packages = {
  patroni: "patroni",
  "etcd-server": "etcd",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
} as const;

const output = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
function isInstalled(program: string): boolean {
  try {
    output("sh", "-c", `command -v ${program}`);
    return true;
  } catch {
    return false;
  }
}

/** Folder with the programs of replication too, which some installations leave out; null: there is none. */
function findReplicationPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).filter((name) => Number(name) >= MIN_POSTGRES)
    : [];
  const folders = [findPostgres(), ...versions.toSorted().map((version) => join(debian, version, "bin"))];
  const needed = ["postgres", "initdb", "pg_basebackup", "pg_rewind", "pg_controldata"];
  return (
    folders.find((folder) => folder !== null && needed.every((name) => existsSync(join(folder, name)))) ??
    null
  );
}

export type Programs = {
  /** Folder of PostgreSQL's programs. */
  readonly postgresBin: string;
  /** Patroni before 3.0.3 must not use version 3 of etcd's interface (deploy/ha/patroni.yml). */
  readonly isEtcdV2: boolean;
  /** Versions, for the table. */
  readonly versions: string;
};

/** Installs what is missing. @throws Error that names the packages, where this user may not install them */
export function installPrograms(): Programs {
  const missing = Object.entries(packages).flatMap(([name, program]) => (isInstalled(program) ? [] : [name]));
  if (findReplicationPrograms() === null) missing.push("postgresql");
  if (missing.length > 0) {
    if (process.getuid?.() !== 0) throw new Error(`install as root: apt-get install ${missing.join(" ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...missing, "python3-etcd"], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const postgresBin = findReplicationPrograms() ?? "";
  const numberOf = (text: string): string => /\d+(?:\.\d+)+/.exec(text)?.[0] ?? "?";
  const patroni = numberOf(output("patroni", "--version"));
  const [major = 0, minor = 0, patch = 0] = patroni.split(".").map(Number);
  const isEtcdV2 = major < 3 || (major === 3 && minor === 0 && patch < 3);
  const versions = [
    `Patroni ${patroni} with ${isEtcdV2 ? "etcd" : "etcd3"}`,
    `PostgreSQL ${numberOf(output(`${postgresBin}/postgres`, "--version"))}`,
    `etcd ${numberOf(output("etcd", "--version"))}`,
    `HAProxy ${numberOf(output("haproxy", "-v"))}`,
    `PgBouncer ${numberOf(output("pgbouncer", "--version"))}`,
  ].join(", ");
  return { postgresBin, isEtcdV2, versions };
}
