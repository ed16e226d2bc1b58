import { readFileSync } from "node:fs";
import { z } from "zod";
import { decodePeopleList, TextFileError } from "../core/text-files.ts";
import { dataKeyFields, parseDataKeySettings } from "./data-key-settings.ts";
import type { DataKeys } from "../database/encryption/keyring.ts";

const url = z
  .url({ protocol: /^https?$/, error: "must be a full http(s) URL" })
  .transform((text) => (text.endsWith("/") ? text : `${text}/`));
const endpoint = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" });
const secret = z.string().min(16, "must have at least 16 characters");
const text = z.string().min(1);

/** Variables of external systems. Those of one system are set together or not at all. */
export const integrationFields = {
  ...dataKeyFields,
  /** The external system to which coupons are delivered: its URL, and the secret of the signature. */
  COUPON_SYSTEM_URL: endpoint.optional(),
  COUPON_SYSTEM_SECRET: secret.optional(),
  /** The external system that reviews applications of car owners: its URL, and the secret of the signature. */
  OWNER_REVIEW_URL: endpoint.optional(),
  OWNER_REVIEW_SECRET: secret.optional(),
  /** Whether operators may decide applications by hand, beside that system or without one. */
  OWNER_REVIEW: z.enum(["system", "console"], { error: "must be system or console" }).default("system"),
  /** The secret with which the maker's systems sign their calls, and the previous one while it is replaced. */
  MAKER_SYSTEMS_SECRET: secret.optional(),
  MAKER_SYSTEMS_PREVIOUS_SECRET: secret.optional(),
  /** The key and URL of AMap's web service, the first source of locations. */
  AMAP_KEY: text.optional(),
  AMAP_BASE: url.default("https://restapi.amap.com/"),
  /** A folder of GeoJSON files with outlines of administrative divisions, instead of the bundled ones; their coordinates. */
  OUTLINES_DIR: text.optional(),
  OUTLINES_COORDINATES: z.enum(["gcj02", "wgs84"], { error: "must be gcj02 or wgs84" }).default("gcj02"),
  /** The bucket of pictures: its full URL, its region, and the access key. */
  PICTURE_BUCKET_URL: url.optional(),
  PICTURE_BUCKET_REGION: text.optional(),
  PICTURE_BUCKET_KEY_ID: text.optional(),
  PICTURE_BUCKET_SECRET: text.optional(),
  /** A file of words that are forbidden in the car club, one per line. */
  CLUB_WORDS_FILE: text.optional(),
};

/** An external system that receives signed requests. */
type SignedEndpoint = { readonly url: string; readonly secret: string };
/** A bucket of an S3-compatible store: Aliyun OSS, AWS, MinIO. */
type BucketSettings = {
  /** Full URL of the bucket with a trailing slash: `https://bucket.oss-cn-shanghai.aliyuncs.com/`, `https://host/bucket/`. */
  readonly url: string;
  /** Name of the region in signatures: `oss-cn-shanghai`, `us-east-1`. */
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
};
/** AMap's web service. */
type AmapSettings = { readonly key: string; readonly base: string };
/** A folder of GeoJSON files whose features have an `adcode` (GB/T 2260), and the system of their coordinates. */
type OutlineSettings = { readonly folder: string; readonly coordinates: "gcj02" | "wgs84" };
export type IntegrationSettings = {
  /** null: the key file in the data directory, which the first start creates. */
  readonly dataKeys: DataKeys | null;
  readonly auditRetentionDays: number;
  /** null: the bundled tables only. */
  readonly amap: AmapSettings | null;
  /** null: the bundled ones. */
  readonly outlines: OutlineSettings | null;
  readonly couponSystem: SignedEndpoint | null;
  /** null: the simulator reviews, or in production nobody. */
  readonly ownerReview: SignedEndpoint | null;
  /** Operators of the console may decide applications (requirement CO75). */
  readonly isOwnerReviewByHand: boolean;
  /** Secrets of signed calls from the maker's systems; null: there are no such calls. */
  readonly makerSystems: { readonly secrets: readonly string[] } | null;
  /** null: pictures are stored in the data directory. */
  readonly pictureBucket: BucketSettings | null;
  /** Words that are forbidden in the car club. */
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

/** Reads the lines of a file; a line that begins with # is a comment. */
function readWordList(file: string, reject: (name: string, reason: string) => never): string[] {
  try {
    const lines = decodePeopleList(readFileSync(file)).split(/\r\n|\r|\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch (error) {
    const reason = error instanceof TextFileError ? `: ${error.message}` : " cannot be read";
    return reject("CLUB_WORDS_FILE", `${file}${reason}`);
  }
}

/** Groups the variables by external system. @throws the error of `reject` if only some variables of a system are set */
export function parseIntegrationSettings(
  variables: IntegrationVariables,
  reject: (name: string, reason: string) => never,
): IntegrationSettings {
  const required = (name: keyof TextVariables, by: keyof TextVariables): string =>
    variables[name] ?? reject(name, `is required with ${by}`);
  const signedEndpoint = (system: "COUPON_SYSTEM" | "OWNER_REVIEW"): SignedEndpoint | null => {
    const endpointUrl = variables[`${system}_URL`];
    return endpointUrl ? { url: endpointUrl, secret: required(`${system}_SECRET`, `${system}_URL`) } : null;
  };
  const previousSecret = variables.MAKER_SYSTEMS_PREVIOUS_SECRET;
  if (previousSecret !== undefined) required("MAKER_SYSTEMS_SECRET", "MAKER_SYSTEMS_PREVIOUS_SECRET");
  const makerSecrets = [variables.MAKER_SYSTEMS_SECRET, previousSecret].filter(
    (value) => value !== undefined,
  );
  const bucketUrl = variables.PICTURE_BUCKET_URL;
  const { AMAP_KEY: key, AMAP_BASE: base } = variables;
  const { CLUB_WORDS_FILE: wordsFile, OUTLINES_DIR: folder } = variables;
  return {
    dataKeys: parseDataKeySettings(variables, reject),
    auditRetentionDays: variables.AUDIT_RETENTION_DAYS,
    clubWords: wordsFile === undefined ? [] : readWordList(wordsFile, reject),
    amap: key !== undefined && base !== undefined ? { key, base } : null,
    outlines: folder === undefined ? null : { folder, coordinates: variables.OUTLINES_COORDINATES },
    couponSystem: signedEndpoint("COUPON_SYSTEM"),
    ownerReview: signedEndpoint("OWNER_REVIEW"),
    isOwnerReviewByHand: variables.OWNER_REVIEW === "console",
    makerSystems: makerSecrets.length > 0 ? { secrets: makerSecrets } : null,
    pictureBucket: bucketUrl
      ? {
          url: bucketUrl,
          region: required("PICTURE_BUCKET_REGION", "PICTURE_BUCKET_URL"),
          keyId: required("PICTURE_BUCKET_KEY_ID", "PICTURE_BUCKET_URL"),
          secret: required("PICTURE_BUCKET_SECRET", "PICTURE_BUCKET_URL"),
        }
      : null,
  };
}
