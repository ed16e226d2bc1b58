/** Whether the page is visible, and not behind another tab or app. */
export const isPageVisible = (): boolean => document.visibilityState === "visible";
