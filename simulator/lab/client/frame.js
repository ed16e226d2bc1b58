// In a framed page, after the host's scripts: answers the lab, and logs in by itself when told to.
{
  const host = window.__marqueHost;
  const lab = window.parent === window ? null : window.parent;
  const tell = (what, facts) => lab?.postMessage({ marque: "frame", what, ...facts }, host.lab);

  const stored = (read) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  /** Session values under the contract's prefix (contract section 9), and whoever is logged in. */
  function facts() {
    const values = {};
    stored(() => {
      for (const [key, value] of Object.entries(sessionStorage))
        if (key.startsWith("vw_mall.")) values[key.slice(8)] = value;
    });
    const user = stored(() =>
      Object.values(localStorage)
        .map((text) => stored(() => JSON.parse(text)))
        .find((value) => typeof value?.openId === "string"),
    );
    const { nickname, mobile, owner } = user ?? {};
    return {
      title: document.title,
      address: host.shownAddress(location.href),
      values: host.masked(values),
      user: user ? host.masked({ nickname, mobile, owner }) : null,
    };
  }

  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const shown = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);
  /** What somebody who wants to log in presses, in this order; the words are on the screen. */
  const AGREE = /^(同意|允许|确认)/;
  const WORDS = [AGREE, /账号登录$|^微信(一键)?登录/, /^登录$/, /^登录/, /登录/];
  const wordsOf = (element) => element.ariaLabel ?? element.textContent.trim();
  const pressed = new WeakSet();
  function nextButton() {
    // What the host draws over the page comes first.
    const screen = document.querySelector("marque-simulated-app")?.shadowRoot?.querySelector("button.main");
    if (screen) return screen;
    const dialog = shown("[role=dialog]").at(-1);
    for (const box of dialog ? shown("input[type=checkbox]:not(:checked)", dialog) : []) box.click();
    const buttons = shown("button:not([disabled])", dialog).filter((one) => !pressed.has(one));
    // The provider's own form is for the person to fill in.
    const wanted = location.pathname.startsWith("/pass/") ? [AGREE] : WORDS;
    return wanted.map((words) => buttons.find((one) => words.test(wordsOf(one)))).find(Boolean);
  }
  /** Until somebody is logged in, or nothing is left to press: the provider's own form is for a person. */
  function walk() {
    let idle = 0;
    const timer = setInterval(() => {
      const isOver = facts().user !== null || ++idle > 40;
      if (isOver) {
        clearInterval(timer);
        window.name = JSON.stringify({ ...stored(() => JSON.parse(window.name)), walk: false });
        return tell("walked", { isLoggedIn: facts().user !== null });
      }
      const button = nextButton();
      if (!button) return;
      idle = 0;
      pressed.add(button);
      button.click();
    }, 300);
  }

  const commands = {
    facts: () => {},
    back: () => history.back(),
    reload: () => location.reload(),
    network: ({ isOnline }) => host.setOnline?.(isOnline),
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== lab || origin !== host.lab || data?.marque !== "lab") return;
    commands[data.what]?.(data);
    tell("facts", facts());
  });
  /** Runs once nothing more has been loaded for a second: the app has taken over its page by then. */
  function whenSettled(run) {
    let loaded = 0;
    const timer = setInterval(() => {
      const before = loaded;
      loaded = performance.getEntriesByType("resource").length;
      if (loaded !== before) return;
      clearInterval(timer);
      run();
    }, 1_000);
  }
  addEventListener("load", () => {
    tell("loaded", facts());
    whenSettled(() => tell("settled", facts()));
    if (host.walk) setTimeout(walk, 600);
  });
}
