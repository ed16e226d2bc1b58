import { useEffect } from "react";

/** The keyboard counts as open when the viewport is lower than this share of its full height. */
const OPEN_BELOW = 0.8;
const isTextField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches("input:not([type=radio], [type=checkbox]), textarea");

/** Scrolls the focused text field into the middle of the visible part if it is not within it. */
function showFocused({ height, offsetTop }: VisualViewport): void {
  const field = document.activeElement;
  if (!isTextField(field)) return;
  const { top, bottom } = field.getBoundingClientRect();
  if (top < offsetTop || bottom > offsetTop + height) field.scrollIntoView({ block: "center" });
}

/**
 * Keeps the focused field above the soft keyboard, and scrolls the page back when the keyboard closes, since
 * some web views leave a gap there (requirement L22).
 */
export function useSoftKeyboard(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let fullHeight = viewport.height;
    let isOpen = false;
    const onResize = () => {
      fullHeight = Math.max(fullHeight, viewport.height);
      const wasOpen = isOpen;
      isOpen = viewport.scale === 1 && viewport.height < fullHeight * OPEN_BELOW;
      if (isOpen) showFocused(viewport);
      else if (wasOpen) window.scrollTo(window.scrollX, window.scrollY);
    };
    const onFocus = () => {
      if (isOpen) showFocused(viewport);
    };
    // Rotating the device swaps width and height.
    const onRotate = () => {
      fullHeight = 0;
    };
    viewport.addEventListener("resize", onResize);
    document.addEventListener("focusin", onFocus);
    screen.orientation?.addEventListener("change", onRotate);
    return () => {
      viewport.removeEventListener("resize", onResize);
      document.removeEventListener("focusin", onFocus);
      screen.orientation?.removeEventListener("change", onRotate);
    };
  }, []);
}
