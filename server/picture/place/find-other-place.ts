import type { Config } from "../../config.ts";
import { placeFiles } from "./place-files.ts";
import type { PictureHolder, PlaceStore } from "./place-store.ts";

type Bucket = { readonly url: string } | null;
/** Place of this process. */
export type OwnPlace = Pick<Config, "dataDir"> & { readonly pictureBucket: Bucket };

/**
 * Finds a running server that keeps pictures where this process cannot read them. Two folders are one if this process
 * finds the other's file with the token that the database has now: a copy of the folder, such as another machine's image,
 * has an old one. Two buckets are not compared, since one bucket has several addresses.
 * @param processId excluded from the search
 */
export async function findOtherPlace(
  store: PlaceStore,
  processId: string,
  { dataDir, pictureBucket }: OwnPlace,
): Promise<PictureHolder | null> {
  const isOwnFolder = pictureBucket === null;
  const files = placeFiles(dataDir);
  for (const other of await store.listOthers(processId)) {
    const isOtherFolder = other.bucketUrl === null;
    if (!isOwnFolder && !isOtherFolder) continue;
    if (isOwnFolder !== isOtherFolder) return other;
    const token = await files.read(other.processId);
    if (token !== null && other.tokens.includes(token)) continue;
    // Reads the row again, since the other may have written its next token, or ended, between the two reads.
    const now = (await store.listOthers(processId)).find(({ processId: id }) => id === other.processId);
    if (now !== undefined && (token === null || !now.tokens.includes(token))) return other;
  }
  return null;
}

/** Says what is wrong with a place and what to do, as the message of a SettingError. */
export function describeOtherPlace({ host, bucketUrl }: PictureHolder, own: OwnPlace): string {
  const remedy = "keep pictures in one bucket (PICTURE_BUCKET_URL and its key, the same on all machines)";
  if (bucketUrl !== null)
    return `PICTURE_BUCKET_URL is not set, and the server on ${host} keeps pictures in a bucket: set PICTURE_BUCKET_URL and its key as there`;
  if (own.pictureBucket !== null)
    return `PICTURE_BUCKET_URL is set, and the server on ${host} keeps pictures in its DATA_DIR: copy DATA_DIR/media/originals into the bucket, stop all servers, and ${remedy}`;
  return `PICTURE_BUCKET_URL is not set, and the server on ${host} keeps pictures in another folder than ${own.dataDir}: ${remedy}, or mount one folder as DATA_DIR on all machines. If that server is gone for good, start again in a minute`;
}
