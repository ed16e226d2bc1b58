import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasBridge } from "../../platform/environment/host-detection.ts";

/** In the maker's app, after every navigation: every screen of ours has a title, and a title bar of its own. */
export function useAppFrame(): void {
  const { key, pathname } = useLocation();
  useEffect(() => {
    if (!hasBridge()) return;
    void import("../../platform/bridge/app-frame.ts").then(
      ({ appFrame: frame }) => frame.enterPage(),
      () => {},
    );
  }, [key, pathname]);
}
