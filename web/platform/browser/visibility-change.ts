/** Whether the page is hidden behind another tab or app. */
export const isPageHidden = (): boolean => document.hidden;

/** Calls the listener when the page is hidden and when it is shown again. @returns unsubscribe */
export function onVisibilityChange(listener: (isHidden: boolean) => void): () => void {
  const notify = () => listener(document.hidden);
  document.addEventListener("visibilitychange", notify);
  return () => document.removeEventListener("visibilitychange", notify);
}
