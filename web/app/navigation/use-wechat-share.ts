import { useEffect } from "react";
import { useLocation } from "react-router";
import { isInWechat } from "../../platform/environment/host-detection.ts";
import { whenIdle } from "../../platform/page-load/hydration.ts";

/** Updates the share data of WeChat's menu after every navigation. */
export function useWechatShare(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    if (!isInWechat()) return;
    whenIdle(
      () =>
        void import("../../platform/wechat/share-data.ts").then(
          ({ updateShareData }) => updateShareData(),
          () => {},
        ),
    );
  }, [key, pathname, search]);
}
