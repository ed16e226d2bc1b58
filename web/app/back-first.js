// Before the router hears of a step in the history: while a sheet is open, the step is that sheet's
// (platform/navigation/overlay-history.ts, which comes with the first one). On a window, listeners run in the order they came.
addEventListener("popstate", (event) => {
  if (window.backFirst) window.backFirst(event);
});
