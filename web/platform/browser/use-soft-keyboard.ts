import { useEffect } from "react";

/** A viewport lower than this share of its full height has a soft keyboard in it. */
const openBelow = 0.8;
const isTextField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches("input:not([type=radio], [type=checkbox]), textarea");

/** Puts the focused text field into the middle of what the keyboard leaves, if it is not within it. */
function showFocused({ height, offsetTop }: VisualViewport): void {
  const field = document.activeElement;
  if (!isTextField(field)) return;
  const { top, bottom } = field.getBoundingClientRect();
  if (top < offsetTop || bottom > offsetTop + height) field.scrollIntoView({ block: "center" });
}

/**
 * Keeps the focused field above the soft keyboard, and lets the page fall back when it closes:
 * some web views leave a gap where the keyboard was (requirement L22).
 */
export function useSoftKeyboard(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let full = viewport.height;
    let isOpen = false;
    const onResize = () => {
      full = Math.max(full, viewport.height);
      const wasOpen = isOpen;
      isOpen = viewport.scale === 1 && viewport.height < full * openBelow;
      if (isOpen) showFocused(viewport);
      else if (wasOpen) window.scrollTo(window.scrollX, window.scrollY);
    };
    const onFocus = () => {
      if (isOpen) showFocused(viewport);
    };
    // Turned by a quarter the heights change places.
    const onTurn = () => {
      full = 0;
    };
    viewport.addEventListener("resize", onResize);
    document.addEventListener("focusin", onFocus);
    screen.orientation?.addEventListener("change", onTurn);
    return () => {
      viewport.removeEventListener("resize", onResize);
      document.removeEventListener("focusin", onFocus);
      screen.orientation?.removeEventListener("change", onTurn);
    };
  }, []);
}
