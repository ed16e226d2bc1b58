// Removes login and link parameters from the address before the page loads anything, since browsers send the
// page's whole address when they load fonts of its style, whatever its referrer policy.
// platform/navigation/address.ts continues from here, and knows all encodings of the parameters.
(() => {
  const parts = location.search.slice(1).split("&");
  const rest = parts.filter((part) => {
    return !/^(loginType|code|state|iss|tk|sec)(=|$)/.test(part);
  });
  if (rest.length === parts.length) return;
  window.entered = location.href;
  try {
    // Marks that there was a code, which only this page has from here on, in case the page is left before its
    // login has begun (platform/login/login-return.ts).
    if (location.search.match(/[?&]code=./) && sessionStorage.getItem("vw_mall.toSSO") !== null)
      sessionStorage.setItem("vw_mall.returned", "1");
    // Stores an invitation code for the visit (platform/activity/invitation-code.ts).
    const invited = /\/invited\/(\d+)/.exec(location.pathname);
    const sec = new URLSearchParams(location.search).get("sec");
    if (invited && sec) sessionStorage.setItem("vw_mall.sec " + invited[1], sec);
  } catch {
    // Without storage there is no pending login, and the invitation code is only available to this page.
  }
  const search = rest.length > 0 ? "?" + rest.join("&") : "";
  history.replaceState(history.state, "", location.pathname + search + location.hash);
})();
