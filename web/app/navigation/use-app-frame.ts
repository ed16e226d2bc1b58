import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasBridge } from "../../platform/environment/host-detection.ts";

/** Updates title and title bar in the maker's app after every navigation, since every page has its own. */
export function useAppFrame(): void {
  const { key, pathname } = useLocation();
  useEffect(() => {
    if (!hasBridge()) return;
    void import("../../platform/bridge/app-frame.ts").then(
      ({ appFrame }) => appFrame.enterPage(),
      () => {},
    );
  }, [key, pathname]);
}
