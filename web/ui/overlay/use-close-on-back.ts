import { useEffect, useEffectEvent } from "react";
import { registerOverlay } from "../../platform/navigation/overlay-history.ts";

/** Makes Back close an overlay instead of leaving the page. @param isBusy whether it cannot be closed now */
export function useCloseOnBack(isOpen: boolean, onClose: () => void, isBusy = false): void {
  const close = useEffectEvent(onClose);
  const isBlocked = useEffectEvent(() => isBusy);
  useEffect(() => {
    if (isOpen) return registerOverlay({ close: () => close(), isBusy: () => isBlocked() });
  }, [isOpen]);
}
