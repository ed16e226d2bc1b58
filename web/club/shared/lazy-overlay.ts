import { lazy, type ComponentType } from "react";
import { showToast } from "../../platform/http/challenges.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";

/**
 * Overlay whose script is loaded when it is first opened. If the script cannot be loaded, a toast says so and the
 * screen stays.
 */
export function lazyOverlay<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return {
    Component: lazy(load),
    /** Calls `open` when the script has loaded. */
    whenLoaded: (open: () => void): void =>
      void load().then(open, (error: unknown) => showToast(describeFailure(error).title)),
  };
}
