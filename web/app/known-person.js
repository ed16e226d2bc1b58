// Marks the document where somebody is logged in, before the first paint, on the pages whose one button, or whole
// content, depends on who looks: the server renders them for visitors (ui/styles/controls.css, koc/koc.css, club/club.css,
// signup/register/sign-up.css). Inline in every page.
(() => {
  try {
    // Only there is the storage looked into: a first look waits for another process of the browser.
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
