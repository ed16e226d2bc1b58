import { parseUrl, searchWithout, withoutLoginParameters } from "../navigation/address.ts";
import { wechatReady } from "./configured-sdk.ts";
import { callSdk, type WechatSdk } from "./sdk.ts";

/** Data that WeChat's own menu sends to friends and shows on the timeline; addresses are full URLs. */
export type ShareData = {
  readonly title: string;
  readonly desc: string;
  readonly link: string;
  readonly imgUrl: string;
};

/** Parameters of a single visit or person: a one-time action, an invitation code. */
const ONE_TIME = ["bind", "sec"];
/**
 * Address of a page for sharing: without login parameters, invitation code and fragment (requirement C22).
 */
export function shareLink(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return origin + pathname + searchWithout(withoutLoginParameters(search), ONE_TIME);
}

/** Px; WeChat shows it smaller. */
const SIDE = 300;
/**
 * Full address of a shared picture. WeChat supports neither webp nor SVG, so a stored picture is requested as
 * JPEG.
 */
export function sharePicture(address: string, base: string): string {
  const url = parseUrl(address, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return "";
  if (!url.pathname.includes("/media/")) return url.href;
  return `${url.origin}${url.pathname}?x-oss-process=image/resize,m_fill,w_${SIDE},h_${SIDE}/quality,q_75/format,jpg`;
}

/** Share data from the page's own metadata. */
function pageShareData(): ShareData {
  const description = document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "";
  const picture = document.querySelector<HTMLImageElement>(
    "main img[src*='/media/'], img[fetchpriority=high]",
  );
  return {
    title: document.title,
    desc: description,
    link: shareLink(location.href),
    imgUrl: sharePicture(picture?.currentSrc || picture?.src || "", location.href),
  };
}

/** Share data offered by screens; the last one applies. */
let offers: readonly ShareData[] = [];
let lastShared = "";

function setShareData(sdk: WechatSdk, { desc, ...data }: ShareData): Promise<unknown> {
  const allData = { ...data, desc };
  return Promise.all([
    callSdk((callbacks) => sdk.updateAppMessageShareData({ ...allData, ...callbacks })),
    callSdk((callbacks) => sdk.updateTimelineShareData({ ...data, ...callbacks })),
  ]);
}

/** Wait for a page's title and pictures, ms. */
const SETTLE_TIME = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sets the share data of the current page in WeChat. Called after every navigation, and when the data
 * changes.
 */
export function updateShareData(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    void wechatReady().then(async (sdk) => {
      const data = offers.at(-1) ?? pageShareData();
      const text = JSON.stringify(data);
      if (sdk === null || text === lastShared) return;
      lastShared = text;
      await setShareData(sdk, data);
    });
  }, SETTLE_TIME);
}

/** Offers share data of a screen instead of the page's own; addresses may be paths. @returns withdraws it */
export function offerShareData({ link, imgUrl, ...texts }: ShareData): () => void {
  const data = {
    ...texts,
    link: shareLink(new URL(link, location.origin).href),
    imgUrl: sharePicture(imgUrl, location.href),
  };
  offers = [...offers, data];
  updateShareData();
  return () => {
    offers = offers.filter((other) => other !== data);
    updateShareData();
  };
}
