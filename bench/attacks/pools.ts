// A9: pools, queues and connections that one address tries to fill.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { median } from "../measure/statistics.ts";
import { findPublished, startFlood } from "./flood.ts";
import type { AttackResult } from "./table.ts";
import { Client, type Target } from "./target.ts";

const ATTACKER = "203.0.113.9";
const HALF_SENT = 2_000;
const MAX_MEGABYTES = 60;
const WEB = "/marketing/area/activity/";

const megabytesOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

async function connectTo(origin: string): Promise<Socket | null> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.on("error", () => {});
  const isOpen = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  return isOpen ? socket : null;
}

/** Bodies of 60 KB that never end: the memory that they hold, and whether others are answered meanwhile. */
async function attackBodies({ origin, pid }: Target): Promise<AttackResult[]> {
  const before = megabytesOf(pid);
  const half = "x".repeat(30_000);
  const sockets: Socket[] = [];
  for (let sent = 0; sent < HALF_SENT; sent += 100) {
    const more = await Promise.all(Array.from({ length: 100 }, () => connectTo(origin)));
    for (const socket of more) {
      if (socket === null) continue;
      sockets.push(socket);
      socket.write(
        `POST /mall-api/cop-auth/api/v1/cop/captcha/login HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${ATTACKER}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{"a":"${half}`,
      );
    }
  }
  await setTimeout(2_000);
  const grown = megabytesOf(pid) - before;
  const client = new Client(origin, "198.51.100.31");
  const { status, ms } = await client.send(WEB);
  client.close();
  for (const socket of sockets) socket.destroy();
  return [
    {
      name: `A9 memory of ${HALF_SENT} half-sent bodies`,
      threshold: `< ${MAX_MEGABYTES} MB`,
      got: `${grown.toFixed(0)} MB`,
      isHeld: grown < MAX_MEGABYTES,
    },
    {
      name: "A9 page of another visitor meanwhile",
      threshold: "200 within 1 s",
      got: `${status} in ${ms.toFixed(0)} ms`,
      isHeld: status === 200 && ms < 1_000,
    },
  ];
}

/** Uncached answers to one address on hundreds of connections, and those of another visitor meanwhile. */
async function attackQueues({ origin }: Target): Promise<AttackResult[]> {
  const found = await findPublished(origin);
  const list = async (address: string): Promise<number> => {
    const client = new Client(origin, address);
    const point = `longitude=${(100 + Math.random() * 20).toFixed(5)}&latitude=${(23 + Math.random() * 15).toFixed(5)}`;
    const { status, ms } = await client.send(
      `/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?${point}&size=20`,
    );
    client.close();
    return status === 200 ? ms : Infinity;
  };
  const times = async (address: string): Promise<number[]> => {
    const measured: number[] = [];
    for (let round = 0; round < 20; round++) measured.push(await list(address));
    return measured;
  };
  await times("198.51.100.32");
  const alone = median(await times("198.51.100.32"));
  const flood = startFlood(origin, ATTACKER, found, { list: 900 });
  await setTimeout(3_000);
  const loaded = await times("198.51.100.33").finally(async () =>
    process.stdout.write(`     flood: ${await flood.stop()}`),
  );
  return [
    {
      name: "A9 list of another visitor beside 900 connections",
      threshold: `< 3 x ${alone.toFixed(0)} ms`,
      got: `${median(loaded).toFixed(0)} ms (worst ${Math.max(...loaded).toFixed(0)} ms)`,
      isHeld: median(loaded) < 3 * alone,
    },
  ];
}

export const attackPools = async (target: Target): Promise<AttackResult[]> => [
  ...(await attackQueues(target)),
  ...(await attackBodies(target)),
];
