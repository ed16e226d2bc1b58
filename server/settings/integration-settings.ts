import { readFileSync } from "node:fs";
import { z } from "zod";
import { dataKeyFields, parseDataKeySettings } from "./data-key-settings.ts";
import type { DataKeys } from "../database/encryption/keyring.ts";

/** Settings of what others make and the server uses: each is told whole or not at all. */

const url = z
  .url({ protocol: /^https?$/, error: "must be a full http(s) URL" })
  .transform((text) => (text.endsWith("/") ? text : `${text}/`));
const endpoint = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" });
const secret = z.string().min(16, "must have at least 16 characters");
const text = z.string().min(1);

export const integrationFields = {
  ...dataKeyFields,
  /** Where coupons are told to an outside system: its address, and the secret that signs. */
  COUPON_SYSTEM_URL: endpoint.optional(),
  COUPON_SYSTEM_SECRET: secret.optional(),
  /** Who decides about applications of car owners: its address, and the secret that signs. */
  OWNER_REVIEW_URL: endpoint.optional(),
  OWNER_REVIEW_SECRET: secret.optional(),
  /** A key of AMap's web service, and where that is: it is asked first where people are. */
  AMAP_KEY: text.optional(),
  AMAP_BASE: url.default("https://restapi.amap.com/"),
  /** Outlines of divisions in place of the packaged ones: a folder of GeoJSON files, and their coordinates. */
  OUTLINES_DIR: text.optional(),
  OUTLINES_COORDINATES: z.enum(["gcj02", "wgs84"], { error: "must be gcj02 or wgs84" }).default("gcj02"),
  /** Where pictures are kept: a bucket's full URL, its region, and the key that signs. */
  PICTURE_BUCKET_URL: url.optional(),
  PICTURE_BUCKET_REGION: text.optional(),
  PICTURE_BUCKET_KEY_ID: text.optional(),
  PICTURE_BUCKET_SECRET: text.optional(),
  /** Words that nobody may write in the car club, one a line. */
  CLUB_WORDS_FILE: text.optional(),
};

/** A system that is told things by signed requests. */
export type SignedEndpoint = { readonly url: string; readonly secret: string };
/** A bucket of an S3-compatible store: Aliyun OSS, AWS, MinIO. */
export type BucketSettings = {
  /** Full URL of the bucket with a trailing slash: `https://bucket.oss-cn-shanghai.aliyuncs.com/`, `https://host/bucket/`. */
  readonly url: string;
  /** As the store's signatures name it: `oss-cn-shanghai`, `us-east-1`. */
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
};
/** AMap's web service. */
export type AmapSettings = { readonly key: string; readonly base: string };
/** A folder of GeoJSON files whose features have an `adcode` (GB/T 2260), and the system of their coordinates. */
export type OutlineSettings = { readonly folder: string; readonly coordinates: "gcj02" | "wgs84" };
export type IntegrationSettings = {
  /** null: those beside the data, made at the first start. */
  readonly dataKeys: DataKeys | null;
  /** How long the audit log is kept. */
  readonly auditRetentionDays: number;
  /** null: the packaged tables alone say where people are. */
  readonly amap: AmapSettings | null;
  /** null: the packaged ones. */
  readonly outlines: OutlineSettings | null;
  readonly couponSystem: SignedEndpoint | null;
  /** null: outside of production the stand-in's, elsewhere nobody decides. */
  readonly ownerReview: SignedEndpoint | null;
  /** null: pictures are kept in the data directory. */
  readonly pictureBucket: BucketSettings | null;
  /** Words that nobody may write in the car club. */
  readonly clubWords: readonly string[];
};

type DefaultedVariables = {
  readonly AUDIT_RETENTION_DAYS: number;
  readonly OUTLINES_COORDINATES: "gcj02" | "wgs84";
};
type TextVariables = {
  readonly [name in Exclude<keyof typeof integrationFields, keyof DefaultedVariables>]?: string | undefined;
};
type IntegrationVariables = TextVariables & DefaultedVariables;

/** Lines of a file; what begins with # is a remark. */
function readWordList(file: string, stop: (name: string, why: string) => never): string[] {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch {
    return stop("CLUB_WORDS_FILE", `${file} cannot be read`);
  }
}

/** @throws what `stop` throws where one is told by half */
export function parseIntegrationSettings(
  given: IntegrationVariables,
  stop: (name: string, why: string) => never,
): IntegrationSettings {
  const needed = (name: keyof TextVariables, by: keyof TextVariables): string =>
    given[name] ?? stop(name, `is required with ${by}`);
  const signed = (system: "COUPON_SYSTEM" | "OWNER_REVIEW"): SignedEndpoint | null => {
    const address = given[`${system}_URL`];
    return address ? { url: address, secret: needed(`${system}_SECRET`, `${system}_URL`) } : null;
  };
  const bucket = given.PICTURE_BUCKET_URL;
  const { AMAP_KEY: key, AMAP_BASE: base } = given;
  const { CLUB_WORDS_FILE: wordsFile, OUTLINES_DIR: folder } = given;
  return {
    dataKeys: parseDataKeySettings(given, stop),
    auditRetentionDays: given.AUDIT_RETENTION_DAYS,
    clubWords: wordsFile === undefined ? [] : readWordList(wordsFile, stop),
    amap: key !== undefined && base !== undefined ? { key, base } : null,
    outlines: folder === undefined ? null : { folder, coordinates: given.OUTLINES_COORDINATES },
    couponSystem: signed("COUPON_SYSTEM"),
    ownerReview: signed("OWNER_REVIEW"),
    pictureBucket: bucket
      ? {
          url: bucket,
          region: needed("PICTURE_BUCKET_REGION", "PICTURE_BUCKET_URL"),
          keyId: needed("PICTURE_BUCKET_KEY_ID", "PICTURE_BUCKET_URL"),
          secret: needed("PICTURE_BUCKET_SECRET", "PICTURE_BUCKET_URL"),
        }
      : null,
  };
}
