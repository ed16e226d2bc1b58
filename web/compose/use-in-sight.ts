import "./in-sight.css";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { Said } from "./use-composition.ts";

/** So long what was just said stays in sight wherever one writes, ms. */
const FRESH = 6_000;
const GOING_ON = ["pointerdown", "keydown"] as const;

/**
 * What came of saving or planning is said above the blocks, while the buttons are in reach far below:
 * the sentence comes along for a moment, and what is to be mended gets the focus.
 * @returns where the sentence stands, and whether it comes along
 */
export function useInSight(said: Said | null): { place: RefObject<HTMLDivElement | null>; isFresh: boolean } {
  const place = useRef<HTMLDivElement>(null);
  /** There is something to mend that did not have the focus yet: places are marked later, and nobody who goes on writing is moved there. */
  const isSought = useRef(false);
  const [settled, setSettled] = useState<Said | null>(null);
  useEffect(() => {
    isSought.current = said?.kind === "err";
    const timer = setTimeout(() => setSettled(said), FRESH);
    const goOn = () => (isSought.current = false);
    for (const type of GOING_ON) addEventListener(type, goOn, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const type of GOING_ON) removeEventListener(type, goOn, { capture: true });
    };
  }, [said]);
  useEffect(() => {
    if (!isSought.current) return;
    const wrong = place.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!wrong) return;
    isSought.current = false;
    wrong.focus();
  });
  return { place, isFresh: said !== null && settled !== said };
}
