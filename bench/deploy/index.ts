// Tests an installation as described in docs/operation.md, with the files of deploy/ and Debian's nginx and
// PgBouncer (apt-get install nginx pgbouncer): browser → nginx → two instances → PgBouncer → PostgreSQL;
// kills instances and pooler; makes a backup under load and restores it into an empty database. Run after a
// build: node bench/deploy/index.ts
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { listNearby } from "#contract/activity/activity.ts";
import { listArticles } from "#contract/club/articles.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { showUser } from "#contract/session/session.ts";
import { findActivity, activityFilters } from "../../e2e/testing/activities.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { newClient, newClients, sendSignUp, verifySignUps } from "../../e2e/testing/faults/clients.ts";
import { submitUntilAnswered } from "../../e2e/testing/faults/clients.ts";
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import {
  rowCounts,
  deploy,
  installationFolder,
  installationOutput,
  installationPorts,
  startPooler,
  startWeb,
} from "./installation.ts";

// The certificate is created here and self-signed.
process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isPassed = true;
const check = (name: string, isRight: boolean, more = ""): void => {
  isPassed &&= isRight;
  say(`${isRight ? "ok  " : "FAIL"} ${name}${more && `: ${more}`}`);
};

const bin = findPostgres() ?? "";
const environment = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
const ended: (() => Promise<unknown>)[] = [];
const cluster = await startPostgres(bin);
ended.push(() => cluster.stop());
const pooled = `postgres://marque@127.0.0.1:${installationPorts.pooler}/marque`;
const origin = `https://127.0.0.1:${installationPorts.secure}`;
const settings = {
  DATABASE_URL: pooled,
  DATA_DIR: join(installationFolder, "data"),
  PUBLIC_ORIGIN: origin,
  TRUST_PROXY: "1",
  RATE_LIMITS: "off",
  // Certificate checks of the product itself stay enabled.
  NODE_TLS_REJECT_UNAUTHORIZED: "1",
};
const start = (port: number): Promise<RunningProduct> => startProduct({ ...settings, PORT: String(port) });
/** Response to a request that announces a body over the limit. */
const tooLarge = (at: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-length": 13 * 1024 * 1024 };
    const sent = request(
      `${at}/mall-api/x`,
      { method: "POST", headers, rejectUnauthorized: false },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve(text));
      },
    );
    sent.on("error", reject);
    sent.flushHeaders();
  });
const isReachable = async (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  );
async function waitFor(condition: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return true;
    await setTimeout(100);
  }
  return false;
}
try {
  await cluster.execute("create database marque");
  let pooler = startPooler(cluster.url("marque"));
  ended.unshift(() => pooler.stop());
  await setTimeout(500);
  let one = await start(installationPorts.one);
  ended.unshift(() => one.stop());
  let other = await start(installationPorts.other);
  ended.unshift(() => other.stop());
  const web = startWeb();
  check("nginx -t accepts the configuration", true);
  ended.unshift(() => web.stop());
  check("nginx responds", await waitFor(() => isReachable(`${origin}/marketing/area/activity/`)));

  // Test hooks are not reachable through nginx, so an instance is asked directly.
  const direct = `http://127.0.0.1:${installationPorts.one}`;
  const activity = await findActivity(
    direct,
    (found) => activityFilters.plain(found) && found.remaining === null,
  );
  const id = activity.activityId;
  const through = newClients(direct, activity, 12);
  const clients = await through;
  await Promise.all(clients.map((client) => submitUntilAnswered(origin, id, client)));
  const first = await verifySignUps(origin, clients);
  check(
    "12 sign-ups at once: nginx → two instances → PgBouncer → PostgreSQL",
    first.lost + first.doubled === 0,
  );

  const redirected = await fetch(`http://127.0.0.1:${installationPorts.plain}/marketing/area/activity/?a=1`, {
    redirect: "manual",
  });
  check("http is redirected to https", redirected.status === 301);
  const hidden = await Promise.all(
    ["/sim/events", "/lab", "/sim"].map(async (path) => (await fetch(`${origin}${path}`)).status),
  );
  check(
    "test hooks and lab are not reachable",
    hidden.every((status) => status === 404),
    hidden.join(" "),
  );
  check("health checks are reachable from the machine", await isReachable(`${origin}/readyz`));
  const page = await (await fetch(`${origin}/marketing/area/activity/`)).text();
  const script = /\/marketing\/area\/activity\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? "";
  const kept: string[] = [];
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(`${origin}${script}`, { headers: { "accept-encoding": "br" } });
    await answer.arrayBuffer();
    kept.push(`${answer.headers.get("content-encoding")} ${answer.headers.get("x-from")}`);
  }
  check("nginx caches build files, compressed", kept.join(", ") === "br MISS, br HIT", kept.join(", "));
  const unauthorised = await fetch(
    `${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/signup/${id}`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    },
  );
  check(
    "status codes pass unchanged",
    unauthorised.status === 401 || unauthorised.status === 601,
    String(unauthorised.status),
  );
  check(
    "requests over the limit get the product's refusal",
    (await tooLarge(origin)).includes('"code":"413"'),
  );

  // The event stream of an article is not buffered.
  const {
    list: [article],
  } = await contractClient(direct)(listArticles, {});
  const abort = new AbortController();
  const stream = await fetch(
    `${origin}/mall-api/community/article/stream?articleId=${article?.articleId ?? ""}`,
    { signal: abort.signal },
  );
  const chunk = await Promise.race([stream.body?.getReader().read(), setTimeout(5_000, null)]);
  check(
    "a stream starts immediately",
    chunk !== null && new TextDecoder().decode(chunk?.value).includes("retry:"),
  );
  abort.abort();

  // One instance is killed during sign-ups: no sign-up is lost.
  const second = await newClients(direct, activity, 8);
  const refused: string[] = [];
  const watch = (message: string | null): void => void (message !== null && refused.push(message));
  const signing = (async () => {
    for (const client of second) {
      await submitUntilAnswered(origin, id, client, watch);
      await setTimeout(100);
    }
  })();
  await setTimeout(300);
  process.kill(other.pid, "SIGKILL");
  await signing;
  const afterKill = await verifySignUps(origin, second);
  check(
    "one of two instances killed: every sign-up is recorded",
    afterKill.lost + afterKill.doubled === 0,
    `${refused.length} repeated`,
  );
  await other.stop();
  other = await start(installationPorts.other);

  // Graceful shutdown: an instance is stopped during sign-ups without any refusal.
  const third = await newClients(direct, activity, 8);
  refused.length = 0;
  const submitting = (async () => {
    for (const client of third) {
      await submitUntilAnswered(origin, id, client, watch);
      await setTimeout(100);
    }
  })();
  const posted = new Map<number, number>();
  let isStopping = true;
  const posting = Array.from({ length: 16 }, async () => {
    while (isStopping) {
      const { status } = await fetch(`${origin}/pass/token`, { method: "POST" });
      posted.set(status, (posted.get(status) ?? 0) + 1);
    }
  });
  await setTimeout(300);
  await other.stop();
  isStopping = false;
  await Promise.all([submitting, ...posting]);
  check("one of two instances stopped: no refusal", refused.length === 0, refused.join(", "));
  const seen = [...posted].map(([status, times]) => `${times} × ${status}`).join(", ");
  check("and no concurrent POST is lost", [...posted.keys()].join() === "400", seen);
  other = await start(installationPorts.other);

  // The pooler is killed and restarted.
  process.kill(await pooler.pid, "SIGKILL");
  await pooler.stop();
  const [client] = second;
  const messages: (string | null)[] = [];
  if (client) await sendSignUp(origin, id, client, (message) => void messages.push(message));
  check(
    "without the pooler people get the message",
    messages[0] === "服务暂时不可用，请稍后重试",
    String(messages[0]),
  );
  pooler = startPooler(cluster.url("marque"));
  check("and calls succeed after its restart", await waitFor(() => isReachable(`${origin}/readyz`)));

  // Backup under load, and restore into an empty database.
  const late = await newClients(direct, activity, 6);
  const load = (async () => {
    for (const client of late) await submitUntilAnswered(origin, id, client);
  })();
  const acknowledged = [...clients, ...second, ...third];
  const scripts = {
    ...environment,
    DATA_DIR: settings.DATA_DIR,
    BACKUP_DIR: join(installationFolder, "backups"),
    BACKUP_KEYS_DIR: join(installationFolder, "keys"),
    BACKUP_DATABASE_URL: cluster.url("marque"),
  };
  const started = performance.now();
  execFileSync(join(deploy, "backup.sh"), { env: scripts, encoding: "utf8" });
  check("a backup under load", true, `${((performance.now() - started) / 1_000).toFixed(1)} s`);
  await load;
  await Promise.all([one.stop(), other.stop()]);
  const unavailable = await fetch(`${origin}/mall-api/x`);
  const unavailablePage = await fetch(`${origin}/marketing/area/activity/`, {
    headers: { accept: "text/html" },
  });
  const texts = [await unavailable.text(), await unavailablePage.text()];
  check(
    "without any instance: an envelope for calls, a page for people",
    unavailable.status === 502 &&
      unavailablePage.status === 502 &&
      texts.every((text) => text.includes("服务暂时不可用，请稍后重试")) &&
      texts[1]?.includes("<!doctype html>") === true,
  );
  const backup = execFileSync(join(deploy, "backup.sh"), { env: scripts, encoding: "utf8" }).trim();
  const before = await rowCounts(cluster.url("marque"));
  await cluster.execute("create database restored");
  const data = join(installationFolder, "restored");
  execFileSync(join(deploy, "restore.sh"), [backup], {
    env: { ...scripts, DATA_DIR: data, BACKUP_DATABASE_URL: cluster.url("restored") },
  });
  check("restored: the same rows in every table", (await rowCounts(cluster.url("restored"))) === before);
  one = await startProduct({
    ...settings,
    DATA_DIR: data,
    DATABASE_URL: cluster.url("restored"),
    PORT: String(installationPorts.one),
  });
  const again = await verifySignUps(origin, acknowledged);
  check("restored: every acknowledged sign-up", again.lost + again.doubled === 0);
  const { token } = clients[0] ?? { token: "" };
  const user = await contractClient(origin, { token })(showUser, {});
  check("restored: sessions are valid", typeof user.openId === "string");
  const newcomer = await newClient(direct, activity);
  await submitUntilAnswered(origin, id, newcomer);
  check(
    "restored: a new person logs in and signs up",
    (await contractClient(origin, { token: newcomer.token })(listOwnSignUps, {})).length === 1,
  );
  const { list } = await contractClient(origin)(listNearby, { cityCode: "310100" });
  const picture = list.flatMap(({ coverUrl }) => (coverUrl ? [coverUrl] : []))[0] ?? "";
  check("restored: pictures", await isReachable(new URL(picture, origin).href), picture.slice(0, 60));
} catch (error) {
  isPassed = false;
  say(installationOutput.join("").slice(-2_000));
  throw error;
} finally {
  for (const end of ended) await end();
  rmSync(installationFolder, { recursive: true, force: true });
}
say(isPassed ? "\nthe installation of deploy/ works" : "\nFAILED");
process.exitCode = isPassed ? 0 : 1;
