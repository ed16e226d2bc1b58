// Passes steps in the history to an open sheet before the router sees them
// (platform/navigation/overlay-history.ts, which is loaded with the first sheet). Listeners on a window run
// in the order of their registration.
addEventListener("popstate", (event) => {
  if (window.backFirst) window.backFirst(event);
});
