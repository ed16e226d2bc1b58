// Tests the image of deploy/container as root with Debian's tools (apt-get install --no-install-recommends mmdebstrap buildah
// podman runc; kubectl): builds it, migrates by its command, starts shoppers' and operators' containers on a read-only file
// system without rights, signs people up, stops it. Run after a build: node bench/deploy/container.ts
//   IMAGE=marque:0.3.0 node bench/deploy/container.ts      an image that is built already
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { listNearby } from "#contract/activity/activity.ts";
import { activityFilters, findActivity } from "../../e2e/testing/activities.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { newClients, submitUntilAnswered, verifySignUps } from "../../e2e/testing/faults/clients.ts";
import { testSettings } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { freePort, startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isPassed = true;
const check = (name: string, isRight: boolean, more = ""): void => {
  isPassed &&= isRight;
  say(`${isRight ? "ok  " : "FAIL"} ${name}${more && `: ${more}`}`);
};

type Result = { readonly status: number | null; readonly said: string };
function run(program: string, args: readonly string[], input = ""): Result {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd: root, input });
  return { status, said: `${stdout}${stderr}`.trim() };
}
// The runtime and the limits suit machines with both versions of control groups and without the right to raise limits.
const podman = (...args: string[]): Result => run("podman", ["--runtime", "runc", ...args]);
const names: string[] = [];
const image = process.env["IMAGE"] ?? `marque:bench-${process.pid}`;
/** The volume of both containers, which belongs to the image's user. */
const dataDir = mkdtempSync("/tmp/marque-container-");
chownSync(dataDir, 10_001, 10_001);
/** Options of a container as compose.yaml and the manifests have them. */
const fixedOptions =
  "--network host --read-only --cap-drop ALL --security-opt no-new-privileges --ulimit nofile=16384:16384 --ulimit nproc=4096:4096 --tmpfs /tmp:size=256m";
const optionsOf = (settings: Readonly<Record<string, string>>): string[] => [
  ...fixedOptions.split(" "),
  "--volume",
  `${dataDir}:/var/lib/marque`,
  ...Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
];
function startContainer(name: string, settings: Readonly<Record<string, string>>): void {
  names.push(name);
  const { status, said } = podman("run", "--detach", "--name", name, ...optionsOf(settings), image);
  if (status !== 0) throw new Error(said);
}
/** Waits until the container's own health check passes. @returns seconds */
async function waitUntilHealthy(name: string): Promise<number> {
  const started = performance.now();
  while (podman("exec", name, "node", "scripts/commands/health-check.ts").status !== 0) {
    if (performance.now() - started > 240_000) throw new Error(podman("logs", name).said.slice(-2_000));
    await setTimeout(500);
  }
  return (performance.now() - started) / 1_000;
}
/** Prints the user, the capabilities and the file system of a process in the container. */
const rights = `const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
let written = "EROFS";
try { require("node:fs").writeFileSync("/opt/marque/x", ""); written = "written"; } catch (error) { written = error.code; }
console.log([process.getuid(), /CapEff:\\t(\\w+)/.exec(status)[1], /NoNewPrivs:\\t(\\d)/.exec(status)[1], written].join(" "));`;

const cluster = await startPostgres(findPostgres() ?? "");
try {
  if (process.env["IMAGE"] === undefined) {
    const started = performance.now();
    const built = run("deploy/container/build.sh", [image]);
    if (built.status !== 0) throw new Error(built.said);
    say(`     built in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  const inspected = podman("image", "inspect", "--format", "{{.Size}} {{.User}}", image).said.split(" ");
  check("the image runs as a user without rights", inspected[1] === "10001:10001", inspected[1]);
  say(`     ${(Number(inspected[0]) / 1e6).toFixed(0)} MB unpacked`);
  check(
    "it has no shell",
    podman("run", "--rm", "--entrypoint", "/bin/sh", ...optionsOf({}), image).status !== 0,
  );

  await cluster.execute("create database container");
  const [port, consolePort] = [await freePort(), await freePort()];
  const settings = {
    ...testSettings,
    ...dataKeySettings,
    DATABASE_URL: cluster.url("container"),
    HOST: "127.0.0.1",
    RATE_LIMITS: "off",
  };
  const migrated = podman("run", "--rm", ...optionsOf(settings), image, "scripts/commands/migrate.ts");
  check(
    "its command migrates an empty database",
    migrated.said === "the database is migrated",
    migrated.said,
  );

  const shoppers = `marque-bench-${process.pid}`;
  startContainer(shoppers, { ...settings, SERVE: "public", PORT: String(port) });
  check("healthy", true, `after ${(await waitUntilHealthy(shoppers)).toFixed(1)} s`);
  while (!podman("logs", shoppers).said.includes("Ctrl-C")) await setTimeout(500);
  const seen = podman("exec", shoppers, "node", "-e", rights).said;
  check("without capabilities, on a read-only file system", seen === "10001 0000000000000000 1 EROFS", seen);

  const origin = `http://127.0.0.1:${port}`;
  const activity = await findActivity(
    origin,
    (found) => activityFilters.plain(found) && found.remaining === null,
  );
  const clients = await newClients(origin, activity, 6);
  await Promise.all(clients.map((client) => submitUntilAnswered(origin, activity.activityId, client)));
  const { lost, doubled } = await verifySignUps(origin, clients);
  check("six people log in, solve the slider and sign up", lost + doubled === 0);
  const page = await fetch(`${origin}/marketing/area/activity/`);
  check("the list is rendered", page.ok && (await page.text()).includes("</html>"));
  const { list } = await contractClient(origin)(listNearby, { cityCode: "310100" });
  const cover = list.flatMap(({ coverUrl }) => (coverUrl ? [coverUrl] : []))[0] ?? "";
  const picture = await fetch(new URL(`${cover}?x-oss-process=image/resize,w_320/format,webp`, origin));
  check(
    "a picture is converted",
    picture.headers.get("content-type") === "image/webp",
    String(picture.status),
  );
  const operators = await fetch(`${origin}/console/`);
  check("SERVE=public has no console", operators.status === 404, String(operators.status));

  const console = `marque-bench-console-${process.pid}`;
  startContainer(console, { ...settings, SERVE: "console", DEMO_DATA: "0", PORT: String(consolePort) });
  await waitUntilHealthy(console);
  const own = await fetch(`http://127.0.0.1:${consolePort}/console/`);
  const list404 = await fetch(`http://127.0.0.1:${consolePort}/marketing/area/activity/`);
  check(
    "SERVE=console has the console alone",
    own.ok && list404.status === 404,
    `${own.status} ${list404.status}`,
  );

  const stopping = performance.now();
  podman("stop", "--time", "45", shoppers);
  const code = podman("inspect", "--format", "{{.State.ExitCode}}", shoppers).said;
  const took = (performance.now() - stopping) / 1_000;
  check("SIGTERM ends it in order", code === "0" && took < 45, `status ${code} after ${took.toFixed(1)} s`);

  const rendered = execFileSync("kubectl", ["kustomize", "deploy/kubernetes/example"], {
    cwd: root,
    encoding: "utf8",
  });
  const reviewed = run(process.execPath, ["scripts/maintenance/check-manifests.ts"], rendered);
  check("kubectl renders the manifests, and they have no fault", reviewed.status === 0, reviewed.said);
} finally {
  for (const name of names) podman("rm", "--force", "--time", "5", name);
  if (process.env["IMAGE"] === undefined) podman("rmi", "--force", image);
  rmSync(dataDir, { recursive: true, force: true });
  await cluster.stop();
}
say(isPassed ? "\nthe image works" : "\nFAILED");
process.exitCode = isPassed ? 0 : 1;
