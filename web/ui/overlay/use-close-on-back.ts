import { useEffect, useEffectEvent } from "react";
import { registerOverlay } from "../../platform/navigation/overlay-history.ts";

/** Back closes what stands over the page, and the page stays. @param isBusy it can not be closed now */
export function useCloseOnBack(isOpen: boolean, onClose: () => void, isBusy = false): void {
  const close = useEffectEvent(onClose);
  const isHeld = useEffectEvent(() => isBusy);
  useEffect(() => {
    if (isOpen) return registerOverlay({ close: () => close(), isBusy: () => isHeld() });
  }, [isOpen]);
}
