// The way of an installation as docs/operation.md describes it, with the files of deploy/ and Debian's
// nginx and PgBouncer (apt-get install nginx pgbouncer): browser → nginx → two instances → PgBouncer →
// PostgreSQL; instances, pooler and all of them killed; a backup under load, restored into an empty
// database. Run after a build: node bench/deploy/index.ts
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
import {
  verifySignUps,
  newClient,
  newClients,
  sendSignUp,
  submitUntilAnswered,
} from "../../e2e/testing/faults/clients.ts";
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

// The certificate is made here and signed by itself.
process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isWhole = true;
const check = (what: string, isRight: boolean, more = ""): void => {
  isWhole &&= isRight;
  say(`${isRight ? "ok  " : "FAIL"} ${what}${more && `: ${more}`}`);
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
  // The product itself need not trust it.
  NODE_TLS_REJECT_UNAUTHORIZED: "1",
};
const start = (port: number): Promise<RunningProduct> => startProduct({ ...settings, PORT: String(port) });
/** What somebody is told who says that much more comes than is taken. */
const tooLarge = (at: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-length": 13 * 1024 * 1024 };
    const sent = request(
      `${at}/mall-api/x`,
      { method: "POST", headers, rejectUnauthorized: false },
      (answer) => {
        let told = "";
        answer.on("data", (chunk: Buffer) => (told += chunk.toString()));
        answer.on("end", () => resolve(told));
      },
    );
    sent.on("error", reject);
    sent.flushHeaders();
  });
const answers = async (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  );
async function until(what: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return true;
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
  check("nginx -t finds nothing wrong", true);
  ended.unshift(() => web.stop());
  check("nginx answers", await until(() => answers(`${origin}/marketing/area/activity/`)));

  // Seams are not let through nginx: they are asked of an instance.
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
  check("http is sent to https", redirected.status === 301);
  const hidden = await Promise.all(
    ["/sim/events", "/lab", "/sim"].map(async (path) => (await fetch(`${origin}${path}`)).status),
  );
  check(
    "seams and lab are not there",
    hidden.every((status) => status === 404),
    hidden.join(" "),
  );
  check("health is there for the machine itself", await answers(`${origin}/readyz`));
  const page = await (await fetch(`${origin}/marketing/area/activity/`)).text();
  const script = /\/marketing\/area\/activity\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? "";
  const kept: string[] = [];
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(`${origin}${script}`, { headers: { "accept-encoding": "br" } });
    await answer.arrayBuffer();
    kept.push(`${answer.headers.get("content-encoding")} ${answer.headers.get("x-from")}`);
  }
  check(
    "a built file comes from nginx the second time, compressed",
    kept.join(", ") === "br MISS, br HIT",
    kept.join(", "),
  );
  const strange = await fetch(`${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/signup/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  check(
    "statuses pass as they are",
    strange.status === 401 || strange.status === 601,
    String(strange.status),
  );
  check(
    "what is too large is refused in the product's words",
    (await tooLarge(origin)).includes('"code":"413"'),
  );

  // The stream of an article's likes and comments is not gathered.
  const {
    list: [article],
  } = await contractClient(direct)(listArticles, {});
  const ending = new AbortController();
  const stream = await fetch(
    `${origin}/mall-api/community/article/stream?articleId=${article?.articleId ?? ""}`,
    { signal: ending.signal },
  );
  const came = await Promise.race([stream.body?.getReader().read(), setTimeout(5_000, null)]);
  check("a stream begins at once", came !== null && new TextDecoder().decode(came?.value).includes("retry:"));
  ending.abort();

  // One instance is killed while people sign up: nobody is refused.
  const second = await newClients(direct, activity, 8);
  const refused: string[] = [];
  const watch = (said: string | null): void => void (said !== null && refused.push(said));
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
    "one of two instances killed: every sign-up stands",
    afterKill.lost + afterKill.doubled === 0,
    `${refused.length} repeated`,
  );
  await other.stop();
  other = await start(installationPorts.other);

  // Graceful: an instance is stopped while people sign up, and nobody notices.
  const third = await newClients(direct, activity, 8);
  refused.length = 0;
  const going = (async () => {
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
  await Promise.all([going, ...posting]);
  check("one of two instances stopped: nobody is refused", refused.length === 0, refused.join(", "));
  const seen = [...posted].map(([status, times]) => `${times} × ${status}`).join(", ");
  check("and no POST beside it is lost", [...posted.keys()].join() === "400", seen);
  other = await start(installationPorts.other);

  // The pooler is killed and comes again.
  process.kill(await pooler.pid, "SIGKILL");
  await pooler.stop();
  const [alone] = second;
  const told: (string | null)[] = [];
  if (alone) await sendSignUp(origin, id, alone, (said) => void told.push(said));
  check("without the pooler people are told so", told[0] === "服务暂时不可用，请稍后重试", String(told[0]));
  pooler = startPooler(cluster.url("marque"));
  check("and it goes on when it is back", await until(() => answers(`${origin}/readyz`)));

  // Backup under load, and back into an empty database.
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
  const away = await fetch(`${origin}/mall-api/x`);
  const awayPage = await fetch(`${origin}/marketing/area/activity/`, { headers: { accept: "text/html" } });
  const words = [await away.text(), await awayPage.text()];
  check(
    "without any instance: an envelope for calls, a page for people",
    away.status === 502 &&
      awayPage.status === 502 &&
      words.every((text) => text.includes("服务暂时不可用，请稍后重试")) &&
      words[1]?.includes("<!doctype html>") === true,
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
  check("restored: who was logged in still is", typeof user.openId === "string");
  const somebody = await newClient(direct, activity);
  await submitUntilAnswered(origin, id, somebody);
  check(
    "restored: somebody new logs in and signs up",
    (await contractClient(origin, { token: somebody.token })(listOwnSignUps, {})).length === 1,
  );
  const { list } = await contractClient(origin)(listNearby, { cityCode: "310100" });
  const picture = list.flatMap(({ coverUrl }) => (coverUrl ? [coverUrl] : []))[0] ?? "";
  check("restored: pictures", await answers(new URL(picture, origin).href), picture.slice(0, 60));
} catch (error) {
  isWhole = false;
  say(installationOutput.join("").slice(-2_000));
  throw error;
} finally {
  for (const end of ended) await end();
  rmSync(installationFolder, { recursive: true, force: true });
}
say(isWhole ? "\nan installation as deploy/ describes it works" : "\nNOT as it must be");
process.exitCode = isWhole ? 0 : 1;
