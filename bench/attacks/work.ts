// A5: one address sends the most expensive permitted work on all its connections; another visitor measures.
import { setTimeout } from "node:timers/promises";
import { median } from "../measure/statistics.ts";
import { findPublished, startFlood } from "./flood.ts";
import type { AttackResult } from "./table.ts";
import { Client, type Target } from "./target.ts";

const WEB = "/marketing/area/activity/";
const LIST = "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby";
const ROUNDS = 12;
/** Time in which the flood fills all queues, ms. */
const WARM_UP = 6_000;
/** Allowed ratio of a loaded to an unloaded time. */
const MAX_RATIO = 3;

let serial = 0;
type Visit = { page: number; list: number; picture: number };

/** Medians of a visitor's first page, list around a point of their own, and new picture; ms. */
async function visit(
  origin: string,
  address: string,
  pictures: readonly string[],
): Promise<Visit & { worst: number }> {
  const times: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const client = new Client(origin, address, 6);
    serial++;
    const page = await client.send(`${WEB}?visit=${serial}`);
    const list = await client.send(`${LIST}?longitude=121.${serial}7&latitude=31.${serial}3`);
    const picture = await client.send(
      `${pictures[serial % pictures.length]}?x-oss-process=image/resize,m_fill,w_${701 + serial},h_${401 + serial}/quality,q_75/format,webp`,
    );
    for (const { status } of [page, list, picture])
      if (status !== 200) throw new Error(`visitor got ${status}`);
    times.push({ page: page.ms, list: list.ms, picture: picture.ms });
    client.close();
  }
  const of = (kind: keyof Visit): number => median(times.map((time) => time[kind]));
  return {
    page: of("page"),
    list: of("list"),
    picture: of("picture"),
    worst: Math.max(...times.flatMap(({ page, list, picture }) => [page, list, picture])),
  };
}

export async function attackWork({ origin }: Target): Promise<AttackResult[]> {
  const found = await findPublished(origin);
  await visit(origin, "198.51.100.9", found.pictures);
  const alone = await visit(origin, "198.51.100.10", found.pictures);
  const flood = startFlood(origin, "203.0.113.5", found);
  await setTimeout(WARM_UP);
  const loaded = await visit(origin, "198.51.100.11", found.pictures).finally(async () =>
    process.stdout.write(`     flood: ${await flood.stop()}`),
  );
  return (["page", "list", "picture"] as const).map((kind) => ({
    name: `A5 ${kind} of another visitor`,
    threshold: `< ${MAX_RATIO} x ${alone[kind].toFixed(0)} ms`,
    got: `${loaded[kind].toFixed(0)} ms (${(loaded[kind] / alone[kind]).toFixed(1)} x; worst ${loaded.worst.toFixed(0)} ms)`,
    isHeld: loaded[kind] < MAX_RATIO * alone[kind],
  }));
}
