import { useEffect, useEffectEvent } from "react";
import { standOver } from "../platform/sheet-entries.ts";

/** Back closes what stands over the page, and the page stays. @param isBusy it can not be closed now */
export function useBackCloses(isOpen: boolean, onClose: () => void, isBusy = false): void {
  const close = useEffectEvent(onClose);
  const isHeld = useEffectEvent(() => isBusy);
  useEffect(() => {
    if (isOpen) return standOver({ close: () => close(), isBusy: () => isHeld() });
  }, [isOpen]);
}
