// An installation on PostgreSQL with server processes of their own, its operator's commands, and a catalogue.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { startTarget, type Target, type TargetOptions } from "./target.ts";

/** Ids of the catalogue. */
export const ids = {
  dealers: ["2001", "2002"],
  activity: "3001",
  draft: "3002",
  leads: "3003",
  benefit: "5001",
} as const;
/** Keys of the draft, such as an operator would choose them. */
export const draftKeys = { processKey: "winterCare", nodeKey: "landing" } as const;
/** Text of the draft that nobody may see yet. */
export const DRAFT_TEXT = "尚未公布的冬季活动";

const place = { provinceCode: "310000", cityCode: "310100", longitude: 121.46, latitude: 31.18 };
const times = {
  signUpStartTime: "2026-01-01T10:00:00+08:00",
  signUpEndTime: "2036-12-10T18:00:00+08:00",
  startTime: "2036-12-12T06:00:00+08:00",
  endTime: "2036-12-12T12:00:00+08:00",
};
const period = { fromTime: "2026-01-01T00:00:00+08:00", toTime: "2036-12-31T00:00:00+08:00" };
const catalogue = {
  dealers: ids.dealers.map((id) => ({
    ...place,
    id,
    code: id,
    name: `门店 ${id}`,
    address: "龙腾大道",
    phone: "021-1",
  })),
  activities: [
    {
      ...place,
      ...times,
      activityId: ids.activity,
      title: "滨江清晨试驾",
      coverUrl: "cover.svg",
      activityType: "localoffline",
      businessType: 1,
      address: "龙腾大道",
      quota: 200,
      dealerId: ids.dealers[0],
      dealerIds: ids.dealers,
      asks: { dealer: true, series: false },
      content: "<p>沿江二十公里。</p>",
      form: [{ key: "meal", label: "用餐", kind: "text", required: true, options: [], placeholder: "" }],
    },
    {
      ...place,
      ...times,
      ...draftKeys,
      activityId: ids.draft,
      title: DRAFT_TEXT,
      coverUrl: "cover.svg",
      activityType: "online",
      businessType: 2,
      pageType: "landing",
      startTime: "2026-01-01T00:00:00+08:00",
      address: "线上",
      quota: null,
      content: `<p>${DRAFT_TEXT}</p>`,
      blocks: [{ kind: "hero", url: "cover.svg", title: DRAFT_TEXT }],
    },
    {
      ...place,
      ...times,
      activityId: ids.leads,
      title: "预约试驾",
      coverUrl: "cover.svg",
      activityType: "online",
      businessType: 1,
      pageType: "lead",
      startTime: "2026-01-01T00:00:00+08:00",
      address: "线上",
      quota: null,
      asks: { dealer: false, series: false },
      dealerIds: ids.dealers,
      content: "<p>留下号码。</p>",
      form: [],
    },
  ],
  benefits: [
    {
      ...period,
      benefitId: ids.benefit,
      activityId: ids.activity,
      name: "充电抵用券",
      summary: "到店可用",
      value: "¥50",
      condition: "无门槛",
      stock: 100,
      audience: "signedUp",
      validDays: 30,
    },
  ],
};

export type Installation = {
  readonly cluster: PostgresCluster;
  readonly url: string;
  /** Server processes on the same database. */
  readonly servers: readonly Target[];
  /** Runs an operator's command. @returns its output */
  command(name: string, ...args: readonly string[]): string;
  stop(): Promise<void>;
};

/** Starts an installation with so many server processes, each with a port of its own. */
export async function startInstallation(options: TargetOptions, processes: number): Promise<Installation> {
  const bin = findPostgres();
  if (bin === null) throw new Error("PostgreSQL is not installed");
  const cluster = await startPostgres(bin);
  const url = cluster.url("postgres");
  const dataDir = mkdtempSync(join(tmpdir(), "marque-attack-"));
  const settings = { DATABASE_URL: url, ...dataKeySettings };
  const servers: Target[] = [];
  while (servers.length < processes) servers.push(await startTarget({ ...options, settings }));
  const command = (name: string, ...args: readonly string[]): string =>
    execFileSync(process.execPath, [`scripts/commands/${name}.ts`, ...args], {
      cwd: options.folder,
      env: {
        ...process.env,
        APP_ENV: "dev",
        DATA_DIR: dataDir,
        PUBLIC_ORIGIN: "https://m.maker.cn",
        ...settings,
      },
      encoding: "utf8",
    });
  writeFileSync(join(dataDir, "catalogue.json"), JSON.stringify(catalogue));
  writeFileSync(
    join(dataDir, "cover.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path d="M0 0h16v9z"/></svg>',
  );
  command("catalogue", "apply", join(dataDir, "catalogue.json"));
  for (const id of [ids.activity, ids.leads]) command("catalogue", "publish", id);
  return {
    cluster,
    url,
    servers,
    command,
    async stop() {
      for (const server of servers) await server.stop();
      await cluster.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
