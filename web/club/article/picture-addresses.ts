import { useSyncExternalStore } from "react";
import { send } from "../../platform/http/send.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { renewArticlePictures } from "../api.ts";

/** When an address of a picture is over, ms by the server's clock; null: never, it is everybody's. */
export function expiryOf(url: string): number | null {
  const expires = /[?&]expires=(\d+)/.exec(url)?.[1];
  return expires === undefined ? null : Number(expires);
}
/** Whether it is over by now. */
export const isExpired = (url: string): boolean => (expiryOf(url) ?? Infinity) <= serverTime.now();
const latest = (urls: readonly string[]): number => Math.max(0, ...urls.map((url) => expiryOf(url) ?? 0));

/** What fails within so long is asked for together, ms. */
const TOGETHER = 50;
/** As many as one call takes. */
const MOST = 50;

const renewed = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
const wanted = new Set<string>();
let timer: ReturnType<typeof setTimeout> | null = null;

async function ask(): Promise<void> {
  timer = null;
  const articleIds = [...wanted].slice(0, MOST);
  for (const articleId of articleIds) wanted.delete(articleId);
  try {
    const { list } = await renewArticlePictures(send, articleIds);
    for (const { articleId, images } of list) renewed.set(articleId, images);
    for (const listener of listeners) listener();
  } catch {
    // Once there may be a network again.
    const stop = onReconnect(() => {
      stop();
      for (const articleId of articleIds) requestRenewal(articleId);
    });
  }
  if (wanted.size > 0) later();
}
const later = (): void => void (timer ??= setTimeout(() => void ask(), TOGETHER));
function requestRenewal(articleId: string): void {
  wanted.add(articleId);
  later();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type WithPictures = { readonly articleId: string; readonly images: readonly string[] };

/**
 * An article's pictures. Those of people have addresses that are soon over: in a list that stays open
 * longer, the first one that then fails has all of them asked for anew.
 */
export function useArticlePictures({ articleId, images }: WithPictures): {
  readonly images: readonly string[];
  /** One of them could not be shown. */
  readonly onBroken: () => void;
} {
  const read = () => {
    const known = renewed.get(articleId);
    return known !== undefined && latest(known) > latest(images) ? known : images;
  };
  const shown = useSyncExternalStore(subscribe, read, () => images);
  return { images: shown, onBroken: () => shown.some(isExpired) && requestRenewal(articleId) };
}
