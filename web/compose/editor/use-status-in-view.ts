import "./status-in-view.module.css";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { EditorStatus } from "./use-composition.ts";

/** So long what was just said stays in sight wherever one writes, ms. */
const FRESH = 6_000;

/**
 * What came of saving or planning is said above the blocks, while the buttons are in reach far below:
 * the sentence comes along for a moment, and the first place to mend, marked with it, gets the focus.
 * @returns where the sentence stands, and whether it comes along
 */
export function useStatusInView(said: EditorStatus | null): {
  place: RefObject<HTMLDivElement | null>;
  isFresh: boolean;
} {
  const place = useRef<HTMLDivElement>(null);
  const [settled, setSettled] = useState<EditorStatus | null>(null);
  useEffect(() => {
    const wrong = place.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (said?.kind === "err") wrong?.focus();
    const timer = setTimeout(() => setSettled(said), FRESH);
    return () => clearTimeout(timer);
  }, [said]);
  return { place, isFresh: said !== null && settled !== said };
}
