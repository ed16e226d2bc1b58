// One address that sends expensive permitted work on many connections, in a process of its own with low priority, so
// that it takes no time from the visitors that are measured. Arguments: origin, address, JSON of pictures and activities,
// and JSON of connections by kind, if only some kinds are sent.
import { setPriority } from "node:os";
import { Client } from "./target.ts";

const [origin = "", address = "", found = "{}", chosen = "{}"] = process.argv.slice(2);
const { pictures, activities } = JSON.parse(found) as {
  pictures: readonly string[];
  activities: readonly string[];
};
setPriority(10);
let serial = 0;
const pick = (list: readonly string[]): string => list[serial % list.length] ?? "";
const next = (): number => serial++;
const pickSide = (): number => Math.ceil(300 + Math.random() * 1_700);
/** Point in China that nobody has requested. */
const point = (): string =>
  `longitude=${(100 + Math.random() * 20).toFixed(5)}&latitude=${(23 + Math.random() * 15).toFixed(5)}`;

/** Requests by kind, with the number of connections. */
const kinds: Readonly<Record<string, { connections: number; path: () => string }>> = {
  picture: {
    connections: 60,
    path: () =>
      `${pick(pictures)}?x-oss-process=image/resize,m_fill,w_${pickSide()},h_${pickSide()}/quality,q_${60 + (next() % 40)}/format,webp`,
  },
  list: {
    connections: 30,
    path: () => `/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?${point()}&counted=1&size=50`,
  },
  page: { connections: 30, path: () => `/marketing/area/activity/?code=${next()}` },
  detail: {
    connections: 10,
    path: () => `/marketing/area/activity/offline/${pick(activities)}?from=${next()}`,
  },
  poster: { connections: 10, path: () => `/poster/${pick(activities)}?from=${next()}` },
};
const connectionsOf = JSON.parse(chosen) as Readonly<Record<string, number>>;
const isChosen = ([name]: readonly [string, unknown]): boolean =>
  Object.keys(connectionsOf).length === 0 || name in connectionsOf;
const counts = new Map<string, number>();
const isStopped = { value: false };
process.on("SIGTERM", () => (isStopped.value = true));
await Promise.all(
  Object.entries(kinds)
    .filter(isChosen)
    .map(async ([name, { connections: usual, path }]) => {
      const connections = connectionsOf[name] ?? usual;
      const client = new Client(origin, address, connections);
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (!isStopped.value) {
            const { status } = await client.send(path());
            const key = `${name} ${status}`;
            counts.set(key, (counts.get(key) ?? 0) + 1);
          }
        }),
      );
      client.close();
    }),
);
process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
