import type { Readable } from "node:stream";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { BytePool, type ByteLease } from "../../http/rate-limit/byte-pool.ts";
import { readPictureBody } from "./re-encode.ts";

const MB = 1024 * 1024;
/** Memory of pictures while they arrive and are decoded, bytes. */
export const uploadMemory = { total: 160 * MB, network: 48 * MB, account: 24 * MB } as const;
/** Uploads at a time: of all, of one network, and of one person or page. A slow one holds only what has arrived. */
export const uploadsAtOnce = { total: 600, network: 60, account: 4 } as const;

/** Sender of a picture. */
export type Uploader = {
  /** User id, or id of the page or link. */
  readonly account: string;
  /** Network of the client; null: without a share. */
  readonly network: string | null;
};

/**
 * Reads uploads into memory. Slow uploads of one account or network never keep others from uploading: what is shared are
 * the bytes that have arrived, of which each has a share.
 */
export class UploadSlots {
  readonly #memory = new BytePool(uploadMemory);
  readonly #count = new BytePool(uploadsAtOnce);

  /**
   * @param keep processes the picture, whose memory is returned afterwards
   * @throws Refusal "tooMany" if the uploader's share is used up, "busy", or as `readPictureBody`
   */
  async read<T>(body: Readable, by: Uploader, keep: (bytes: Buffer) => Promise<T>): Promise<T> {
    const leases: ByteLease[] = [this.#count.open(by), this.#memory.open(by)];
    const [slot, memory] = leases;
    try {
      slot?.grow(1);
      return await keep(
        await readPictureBody(body, callLimits.picture.maxBytes, (size) => memory?.grow(size)),
      );
    } catch (error) {
      // Stops reading: the rest of a refused body is of no use.
      if (error instanceof Refusal) body.resume();
      throw error;
    } finally {
      for (const lease of leases) lease.release();
    }
  }
}
