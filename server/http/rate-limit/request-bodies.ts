import type { IncomingMessage } from "node:http";
import { Refusal } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";
import { BytePool, type ByteLease } from "./byte-pool.ts";

const KB = 1024;
const MB = 1024 * KB;
/** Memory of bodies that have not arrived completely, bytes; a network alone can have some 1,300 small ones. */
export const bodyMemory = { total: 48 * MB, network: 12 * MB } as const;
/** Memory of a request beside its body, bytes. */
const OVERHEAD = 8 * KB;
/** Memory of a picture's unread body, bytes; its parts are counted as they are read (picture/upload/upload-slots.ts). */
const UNREAD_PICTURE = 64 * KB;

/** Bytes that a request's body may need; 0: it has none. */
function announcedBytes({ headers }: IncomingMessage): number {
  const length = headers["content-length"];
  if (headers["transfer-encoding"] === undefined && (length === undefined || length === "0")) return 0;
  const most = headers["content-type"]?.startsWith("image/") ? UNREAD_PICTURE : limits.maxBodyBytes;
  return Math.min(length === undefined ? most : Number(length), most);
}

type Arriving = { readonly request: IncomingMessage; readonly lease: ByteLease };

/**
 * Counts bodies in memory from their announcement until they have arrived, so that half-sent ones of one network cannot
 * use up the memory of the process. It holds without a proxy that collects bodies first.
 */
export class RequestBodies {
  readonly #pool = new BytePool(bodyMemory);
  readonly #networkOf: (request: IncomingMessage) => string | null;
  readonly #refused = new WeakSet<IncomingMessage>();
  /**
   * The last request. A usual body arrives with its headers, in the same event, so that it is complete when the next
   * request comes; only the others get listeners, which cost more than all the rest.
   */
  #last: Arriving | null = null;

  /** @param networkOf the network of a client; null: one without a share */
  constructor(networkOf: (request: IncomingMessage) => string | null) {
    this.#networkOf = networkOf;
  }

  /** Bytes of bodies that are arriving. */
  get used(): number {
    this.#settleLast();
    return this.#pool.used;
  }

  #settleLast(): void {
    if (this.#last === null) return;
    const { request, lease } = this.#last;
    this.#last = null;
    if (request.complete || request.destroyed) return lease.release();
    request.once("end", lease.release).once("close", lease.release);
  }

  /** Counts the body of a new request. @returns false if there is no room; then `isRefused` is true for it */
  admit(request: IncomingMessage): boolean {
    if (request.method === "GET") return true;
    const bytes = announcedBytes(request);
    if (bytes === 0) return true;
    this.#settleLast();
    const lease = this.#pool.open({ network: this.#networkOf(request) });
    try {
      lease.grow(bytes + OVERHEAD);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refused.add(request);
      return false;
    }
    this.#last = { request, lease };
    return true;
  }
  isRefused = (request: IncomingMessage): boolean => this.#refused.has(request);
}
