import { useEffect } from "react";
import { useLocation } from "react-router";
import { isInWechat } from "../../platform/environment/host-detection.ts";
import { whenIdle } from "../../platform/page-load/hydration.ts";

/** In WeChat, after every navigation: its own menu shares the page that is on show. */
export function useWechatShare(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    if (!isInWechat()) return;
    whenIdle(
      () =>
        void import("../../platform/wechat/share-data.ts").then(
          ({ updateShareData: tellShareData }) => tellShareData(),
          () => {},
        ),
    );
  }, [key, pathname, search]);
}
