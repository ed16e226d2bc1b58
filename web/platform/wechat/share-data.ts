import { parseUrl, searchWithout, withoutLoginParameters } from "../navigation/address.ts";
import { wechatReady } from "./configured-sdk.ts";
import { callSdk, type WechatSdk } from "./sdk.ts";

/** What WeChat's own menu sends to friends and shows on the timeline; addresses are whole. */
export type ShareData = {
  readonly title: string;
  readonly desc: string;
  readonly link: string;
  readonly imgUrl: string;
};

/** A wish that is for this visit alone, an invitation that is for one person. */
const ONE_TIME = ["bind", "sec"];
/** A page's address as others may have it: nothing of a login, no place within the page (requirement C22). */
export function shareLink(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return origin + pathname + searchWithout(withoutLoginParameters(search), ONE_TIME);
}

/** Px; WeChat shows it smaller. */
const SIDE = 300;
/** A picture's whole address; WeChat takes neither webp nor SVG, so a stored one is asked for as JPEG. */
export function sharePicture(address: string, base: string): string {
  const url = parseUrl(address, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return "";
  if (!url.pathname.includes("/media/")) return url.href;
  return `${url.origin}${url.pathname}?x-oss-process=image/resize,m_fill,w_${SIDE},h_${SIDE}/quality,q_75/format,jpg`;
}

/** What the page itself says, where nobody has offered anything better. */
function ofPage(): ShareData {
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

/** What screens want shared in their page's name; the last one counts. */
let offers: readonly ShareData[] = [];
let told = "";

function tell(sdk: WechatSdk, { desc, ...data }: ShareData): Promise<unknown> {
  const whole = { ...data, desc };
  return Promise.all([
    callSdk((callbacks) => sdk.updateAppMessageShareData({ ...whole, ...callbacks })),
    callSdk((callbacks) => sdk.updateTimelineShareData({ ...data, ...callbacks })),
  ]);
}

/** Until a page's title and pictures stand, ms. */
const SETTLING = 300;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Tells WeChat what the page on show is shared as; called after every navigation, and when that changes. */
export function updateShareData(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    void wechatReady().then(async (sdk) => {
      const data = offers.at(-1) ?? ofPage();
      const text = JSON.stringify(data);
      if (sdk === null || text === told) return;
      told = text;
      await tell(sdk, data);
    });
  }, SETTLING);
}

/** What a screen offers instead of what its page says; addresses may be paths. @returns takes it back */
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
