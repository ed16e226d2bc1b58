import { lazy, type ComponentType } from "react";
import { showToast } from "../../platform/http/challenges.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";

/**
 * Something that is opened over a screen, whose script comes when it is first wanted. Where that does not
 * arrive it is told, and the screen stays: what somebody reads never gives way to an error.
 */
export function lazyOverlay<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return {
    Part: lazy(load),
    /** Opens it once its script is there. */
    whenReady: (open: () => void): void =>
      void load().then(open, (error: unknown) => showToast(describeFailure(error).title)),
  };
}
