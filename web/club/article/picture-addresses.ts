import { useSyncExternalStore } from "react";
import { send } from "../../platform/http/send.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { renewArticlePictures } from "./api.ts";

/** Expiry of a signed picture URL, server time in ms; null: a public URL that does not expire. */
export function expiryOf(url: string): number | null {
  const expires = /[?&]expires=(\d+)/.exec(url)?.[1];
  return expires === undefined ? null : Number(expires);
}
/** Whether a picture URL has expired. */
export const isExpired = (url: string): boolean => (expiryOf(url) ?? Infinity) <= serverTime.now();
const latestExpiry = (urls: readonly string[]): number =>
  Math.max(0, ...urls.map((url) => expiryOf(url) ?? 0));

/** Time in which failed pictures are collected for one request, ms. */
const BATCH_DELAY = 50;
/** Maximum number of articles in one request. */
const MAX_BATCH = 50;

const renewed = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
const pendingIds = new Set<string>();
let timer: ReturnType<typeof setTimeout> | null = null;

async function renewPending(): Promise<void> {
  timer = null;
  const articleIds = [...pendingIds].slice(0, MAX_BATCH);
  for (const articleId of articleIds) pendingIds.delete(articleId);
  try {
    const { list } = await renewArticlePictures(send, articleIds);
    for (const { articleId, images } of list) renewed.set(articleId, images);
    for (const listener of listeners) listener();
  } catch {
    // Retries when the network returns.
    const stop = onReconnect(() => {
      stop();
      for (const articleId of articleIds) requestRenewal(articleId);
    });
  }
  if (pendingIds.size > 0) schedule();
}
const schedule = (): void => void (timer ??= setTimeout(() => void renewPending(), BATCH_DELAY));
function requestRenewal(articleId: string): void {
  pendingIds.add(articleId);
  schedule();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type WithPictures = { readonly articleId: string; readonly images: readonly string[] };

/**
 * Pictures of an article. Members' pictures have signed URLs that expire within minutes: in a list that stays open
 * longer, the first picture that fails requests new URLs for all pictures of its article.
 */
export function useArticlePictures({ articleId, images }: WithPictures): {
  readonly images: readonly string[];
  /** Must be called when a picture fails to load. */
  readonly onBroken: () => void;
} {
  const read = () => {
    const known = renewed.get(articleId);
    return known !== undefined && latestExpiry(known) > latestExpiry(images) ? known : images;
  };
  const shown = useSyncExternalStore(subscribe, read, () => images);
  return { images: shown, onBroken: () => shown.some(isExpired) && requestRenewal(articleId) };
}
