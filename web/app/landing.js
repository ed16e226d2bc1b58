// What a login or a link brought in the address is taken out of it before the page loads anything:
// browsers tell fonts of a page's own style its whole address, whatever the page's referrer policy
// says. platform/address.ts takes it from here, and knows every way that it can be written.
(() => {
  const parts = location.search.slice(1).split("&");
  const kept = parts.filter((part) => {
    return !/^(loginType|code|state|iss|tk)(=|$)/.test(part);
  });
  if (kept.length === parts.length) return;
  window.entered = location.href;
  const search = kept.length > 0 ? "?" + kept.join("&") : "";
  history.replaceState(history.state, "", location.pathname + search + location.hash);
})();
