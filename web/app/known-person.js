// Marks the document of a logged-in person before the first paint, on pages whose content depends on the
// login: the server renders them for visitors (ui/styles/controls.module.css, koc/koc.module.css, club/club.module.css,
// signup/register/sign-up.module.css). Inline in every page.
(() => {
  try {
    // Reads the storage only on these pages, since the first access waits for another process of the browser.
    if (
      !/\/((koc|offline|online)\/\d+|offline\/signUpUser|club(\/(groups|find|group\/\d+(\/\w+)?))?)\/?$/.test(
        location.pathname,
      )
    )
      return;
    if (localStorage.getItem("marque.session-token") === null) return;
    document.documentElement.setAttribute("data-person", "");
  } catch {
    // Without storage nobody is logged in.
  }
})();
