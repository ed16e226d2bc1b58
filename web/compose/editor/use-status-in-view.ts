import "./status-in-view.module.css";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { EditorStatus } from "./use-composition.ts";

/** Time in which a new status is sticky, ms. */
const STICKY_TIME = 6_000;

/**
 * Keeps a new status in view for a moment, since it is above the blocks while the buttons can be used far below, and
 * focuses the first invalid field after an error.
 * @returns ref of the status element, and whether it is sticky now
 */
export function useStatusInView(status: EditorStatus | null): {
  element: RefObject<HTMLDivElement | null>;
  isSticky: boolean;
} {
  const element = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<EditorStatus | null>(null);
  useEffect(() => {
    const invalid = element.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (status?.kind === "err") invalid?.focus();
    const timer = setTimeout(() => setSeen(status), STICKY_TIME);
    return () => clearTimeout(timer);
  }, [status]);
  return { element, isSticky: status !== null && seen !== status };
}
