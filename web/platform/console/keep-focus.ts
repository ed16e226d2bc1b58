/**
 * Moves the focus to the page's content when the element that had it is removed: a button that is done with, a dialog
 * whose opener is gone. The keyboard and screen readers would start again at the top of the document.
 * @returns stops it
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
  };
  const restore = (): void => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    last = null;
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (last?.isConnected !== false) return;
    cancelAnimationFrame(frame);
    // A dialog that closes gives the focus back to its opener within a frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
  });
  document.addEventListener("focusin", remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener("focusin", remember);
  };
}
