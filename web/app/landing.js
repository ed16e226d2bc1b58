// What a login or a link brought in the address is taken out of it before the page loads anything:
// browsers tell fonts of a page's own style its whole address, whatever the page's referrer policy
// says. platform/navigation/address.ts takes it from here, and knows every way that it can be written.
(() => {
  const parts = location.search.slice(1).split("&");
  const kept = parts.filter((part) => {
    return !/^(loginType|code|state|iss|tk|sec)(=|$)/.test(part);
  });
  if (kept.length === parts.length) return;
  window.entered = location.href;
  try {
    // From here on the code is this page's alone: the next one is to know that there was one
    // (platform/login/login-return.ts), if this one goes before its login has begun.
    if (location.search.match(/[?&]code=./) && sessionStorage.getItem("vw_mall.toSSO") !== null)
      sessionStorage.setItem("vw_mall.returned", "1");
    // An invitation's code stays for the visit (platform/activity/invitation-code.ts).
    const invited = /\/invited\/(\d+)/.exec(location.pathname);
    const sec = new URLSearchParams(location.search).get("sec");
    if (invited && sec) sessionStorage.setItem("vw_mall.sec " + invited[1], sec);
  } catch {
    // Without storage nobody has left for a login, and the invitation's code is this page's alone.
  }
  const search = kept.length > 0 ? "?" + kept.join("&") : "";
  history.replaceState(history.state, "", location.pathname + search + location.hash);
})();
