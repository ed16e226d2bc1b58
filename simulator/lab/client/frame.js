// Runs in a framed page after the host's scripts: answers the lab, and logs in automatically on request.
{
  const host = window.__marqueHost;
  const lab = window.parent === window ? null : window.parent;
  const send = (event, values) => lab?.postMessage({ marque: "frame", what: event, ...values }, host.lab);

  const readSafely = (read) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  /** Session values under the contract's prefix (contract section 9), and the logged-in user. */
  function facts() {
    const values = {};
    readSafely(() => {
      for (const [key, value] of Object.entries(sessionStorage))
        if (key.startsWith("vw_mall.")) values[key.slice(8)] = value;
    });
    const user = readSafely(() =>
      Object.values(localStorage)
        .map((text) => readSafely(() => JSON.parse(text)))
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
  /** Texts of the buttons that lead to a login, in the order of preference. */
  const CONSENT_TEXT = /^(同意|允许|确认)/;
  const BUTTON_TEXTS = [CONSENT_TEXT, /账号登录$|^微信(一键)?登录/, /^登录$/, /^登录/, /登录/];
  const textOf = (element) => element.ariaLabel ?? element.textContent.trim();
  const pressed = new WeakSet();
  function nextButton() {
    // A dialog that the host draws over the page comes first.
    const screen = document.querySelector("marque-simulated-app")?.shadowRoot?.querySelector("button.main");
    if (screen) return screen;
    const dialog = shown("[role=dialog]").at(-1);
    for (const box of dialog ? shown("input[type=checkbox]:not(:checked)", dialog) : []) box.click();
    const buttons = shown("button:not([disabled])", dialog).filter((button) => !pressed.has(button));
    // The person fills in the provider's own form.
    const patterns = location.pathname.startsWith("/pass/") ? [CONSENT_TEXT] : BUTTON_TEXTS;
    return patterns.map((pattern) => buttons.find((button) => pattern.test(textOf(button)))).find(Boolean);
  }
  /** Presses login buttons until the user is logged in or no button is left. */
  function walk() {
    let idle = 0;
    const timer = setInterval(() => {
      const isDone = facts().user !== null || ++idle > 40;
      if (isDone) {
        clearInterval(timer);
        window.name = JSON.stringify({ ...readSafely(() => JSON.parse(window.name)), walk: false });
        return send("walked", { isLoggedIn: facts().user !== null });
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
    send("facts", facts());
  });
  /** Runs a callback once no resource was loaded for a second: the app is hydrated by then. */
  function whenSettled(callback) {
    let loaded = 0;
    const timer = setInterval(() => {
      const before = loaded;
      loaded = performance.getEntriesByType("resource").length;
      if (loaded !== before) return;
      clearInterval(timer);
      callback();
    }, 1_000);
  }
  addEventListener("load", () => {
    send("loaded", facts());
    whenSettled(() => send("settled", facts()));
    if (host.walk) setTimeout(walk, 600);
  });
}
