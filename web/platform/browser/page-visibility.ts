/** Whether the page is on show, and not behind another tab or app. */
export const isPageVisible = (): boolean => document.visibilityState === "visible";
