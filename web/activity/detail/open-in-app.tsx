import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHref } from "react-router";
import type { Activity } from "#contract/activity/activity.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { isInWechat } from "../../platform/environment/host-detection.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { detailPath } from "../card/card-facts.ts";
import { openInAppMessages } from "./open-in-app-messages.ts";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

/**
 * Inline style, since WeChat renders the tag outside the page's style sheets. Colours of the tokens, light
 * and dark.
 */
const style = `.open{display:block;width:100%;height:44px;padding:0 16px;border:0;border-radius:12px;background:#e3f1ee;color:#0f4a4e;font:600 15px/44px -apple-system,"PingFang SC",sans-serif;text-align:center}
@media (prefers-color-scheme:dark){.open{background:#15302f;color:#8fdacf}}`;

/** Button in WeChat that opens this activity in the maker's app. Hidden until WeChat itself shows it. */
export function OpenInApp({ activity }: { activity: Pick<Activity, "activityId" | "activityType"> }) {
  const place = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const { name } = useBrand();
  const path = useHref(detailPath(activity));
  const insertTag = useEffectEvent(async (box: HTMLDivElement) => {
    const { insertOpenTag: putOpenTag } = await import("../../platform/wechat/open-tag.ts");
    return putOpenTag(box, {
      path,
      style,
      text: openInAppMessages.openInApp(name),
      onReady: () => setShown(true),
      onFail: () => showToast(openInAppMessages.appNotOpened(name)),
    });
  });
  useEffect(() => {
    const box = place.current;
    if (box === null || !isInWechat()) return;
    const inserting = insertTag(box).catch(() => () => {});
    return () => void inserting.then((remove) => remove());
  }, [activity.activityId]);
  return (
    <div
      ref={place}
      className={isShown ? `${detailCss.openInApp} ${stateCss.selected}` : detailCss.openInApp}
    />
  );
}
