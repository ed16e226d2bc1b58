import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A third-party S3 server that checks the signature of every request. */
type S3Server = new (options: object) => {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
};
// Uses require because the package has no types and its class inherits a `default` export of another package.
const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as S3Server;

export type TestBucket = {
  /** As the product's settings have it. */
  readonly bucket: {
    readonly url: string;
    readonly region: string;
    readonly keyId: string;
    readonly secret: string;
  };
  /** The settings of the product. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** Starts an S3 server with an empty bucket for pictures in this process. */
export async function startBucket(): Promise<TestBucket> {
  const folder = mkdtempSync(join(tmpdir(), "marque-bucket-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "pictures" }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/pictures/`;
  const bucket = { url, region: "oss-cn-shanghai", keyId: "S3RVER", secret: "S3RVER" };
  return {
    bucket,
    settings: {
      PICTURE_BUCKET_URL: url,
      PICTURE_BUCKET_REGION: bucket.region,
      PICTURE_BUCKET_KEY_ID: bucket.keyId,
      PICTURE_BUCKET_SECRET: bucket.secret,
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
