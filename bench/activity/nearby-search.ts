// Measures nearby search over 100,000 activities without response caches, on PGlite or PostgreSQL:
//   node bench/activity/nearby-search.ts              embedded PGlite
//   node bench/activity/nearby-search.ts postgres     a PostgreSQL started for it
// Prints p50 and p99 of one client's searches with random filters and points.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellOf } from "../../server/activity/browse/geo-grid.ts";
import { nearbyStore, MIN_SORT_KEY, type NearbyQuery } from "../../server/activity/browse/nearby-store.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { migrate } from "../../server/database/migrations/migrate.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { quantile, compareToMaximum } from "../measure/statistics.ts";
import { sql } from "kysely";

const COUNT = 100_000;
const SEARCHES = 400;
const cities = [
  [121.47, 31.23, "310100"],
  [116.4, 39.9, "110100"],
  [113.26, 23.13, "440100"],
  [114.06, 22.54, "440300"],
  [104.06, 30.57, "510100"],
  [114.3, 30.59, "420100"],
  [120.15, 30.27, "330100"],
  [108.94, 34.34, "610100"],
  [106.55, 29.56, "500100"],
  [118.8, 32.06, "320100"],
] as const;

async function fill(db: Database): Promise<void> {
  const row = (at: number) => {
    const [longitude, latitude, city] = cities[at % cities.length] ?? cities[0];
    const lon = longitude + (Math.random() - 0.5) * 3;
    const lat = latitude + (Math.random() - 0.5) * 3;
    return {
      id: String(10n ** 18n + BigInt(at)),
      lon,
      lat,
      cell: cellOf(lon, lat),
      city,
      days: (at % 60) - 20,
      online: Math.random() < 0.1,
      business: 1 + Math.floor(Math.random() * 4),
    };
  };
  for (let from = 0; from < COUNT; from += 5_000) {
    const rows = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => row(from + at)));
    await sql`
      insert into activity select id, '金秋山路试驾 ' || id, '', '/media/a', case when online then 'online' else 'localoffline' end, business,
        '107002', null, '', '', '', now() + days * interval '1 day', now() + (days + 1) * interval '1 day', now() - interval '30 days',
        now() + days * interval '1 day', now() - interval '30 days', now() + days * interval '1 day', substr(city, 1, 2) || '0000', city, '路 1 号',
        lon, lat, cell, 50, 3, array['yuanshan'], array['周末'], '免费', null, '<p>文</p>', '[]', '[]', '[]', '', '{}', 'signup',
        jsonb_build_object('session', not online), true
      from jsonb_to_recordset(${rows}::jsonb) as r(id text, lon float8, lat float8, cell int, city text, days int, online boolean, business int)`.execute(
      db,
    );
  }
  // Six sessions for each activity with sessions.
  await sql`
    insert into activity_session (activity_id, session_id, dealer_id, start_time, end_time, quota, taken)
    select activity_id, n, null, start_time + n * interval '2 hours', start_time + (n + 1) * interval '2 hours', 10, n
    from activity, generate_series(1, 6) n where (asks ->> 'session')::boolean`.execute(db);
  await sql`analyze activity`.execute(db);
  await sql`analyze activity_session`.execute(db);
}

function randomQuery(): NearbyQuery {
  const [longitude, latitude, city] = cities[Math.floor(Math.random() * cities.length)] ?? cities[0];
  const draw = Math.random();
  return {
    point: { longitude: longitude + (Math.random() - 0.5), latitude: latitude + (Math.random() - 0.5) },
    sort: "distance",
    size: 10,
    after: { at: Date.now(), phase: 0, key: MIN_SORT_KEY, id: "" },
    ...(draw < 0.6 && { cityCode: city }),
    ...(draw > 0.3 && { activityType: "localoffline" as const }),
    ...(draw > 0.8 && { businessType: 2 }),
  };
}

async function measure(db: Database, max: number): Promise<void> {
  const store = nearbyStore(db);
  for (let at = 0; at < 30; at++) await store.list(randomQuery());
  const times: number[] = [];
  for (let at = 0; at < SEARCHES; at++) {
    const query = randomQuery();
    const started = performance.now();
    const { list } = await store.list(query);
    times.push(performance.now() - started);
    if (list.length !== 10) throw new Error("a search returned too few activities");
  }
  process.stdout.write(
    `${compareToMaximum("nearby search over 100,000, p50", quantile(times, 0.5), max, "ms")}\n     p99 ${quantile(times, 0.99).toFixed(1)} ms, ${SEARCHES} searches\n`,
  );
}

const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
const isPostgres = process.argv.includes("postgres");
const server = isPostgres ? await startPostgres(findPostgres() ?? "") : null;
try {
  const { db } = await connectDatabase(server ? { url: server.url("postgres") } : { dataDir: folder });
  await migrate(db);
  await fill(db);
  process.stdout.write(`${isPostgres ? "PostgreSQL" : "PGlite"}, ${COUNT} activities\n`);
  await measure(db, isPostgres ? 5 : 10);
  await db.destroy();
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
