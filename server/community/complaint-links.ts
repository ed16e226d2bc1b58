import { anOperator } from "../database/audit.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import { complaintLinkStore } from "./complaints-store.ts";

const DAY = 86_400_000;
/** How long a link is good unless told, days. */
const LINK_DAYS = 30;

/** A link by which operators decide complaints; times in ms. */
export type ComplaintLink = {
  readonly linkId: string;
  readonly createdTime: number;
  readonly expiresTime: number;
  readonly isRevoked: boolean;
};
export type ComplaintLinks = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  add(days?: number): Promise<string>;
  /** The last links, newest first. */
  list(): Promise<ComplaintLink[]>;
  revoke(linkId: string): Promise<void>;
};

export function createComplaintLinks({ db, clock }: Kit): ComplaintLinks {
  const store = complaintLinkStore(db);
  const now = (): Date => new Date(clock.now());
  return {
    async add(days = LINK_DAYS) {
      const token = newToken();
      const expires = new Date(clock.now() + days * DAY);
      await store.add({ linkId: newId(), token, by: anOperator, now: now(), expires });
      return token;
    },
    list: async () =>
      (await store.links()).map((row) => ({
        linkId: row.link_id,
        createdTime: row.created_time.getTime(),
        expiresTime: row.expires_time.getTime(),
        isRevoked: row.revoked_time !== null,
      })),
    revoke: (linkId) => store.revoke(linkId, anOperator, now()),
  };
}
