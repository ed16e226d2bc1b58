// Screens drawn by a simulated app or mini-program: status bar, title bar, login, share sheet, permission
// dialog. In a shadow root, so that the page's styles and policy do not change. Runs before native-app.js or
// mini-pages.js, which use it.
{
  const host = (window.__marqueHost ??= { kind: "app-android", scenario: {} });
  const names = { "app-android": "模拟的 Android 应用", "app-ios": "模拟的 iOS 应用" };

  const STYLE = `
    :host { all: initial; font: 15px/22px system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif; color: #14201f }
    * { box-sizing: border-box }
    .status { position: fixed; z-index: 2147483600; inset: 0 0 auto 0; display: flex; align-items: end;
      justify-content: space-between; padding: 0 22px 6px; font-weight: 600; font-size: 13px; line-height: 16px;
      pointer-events: none; color: #fff; mix-blend-mode: difference }
    .title { position: fixed; z-index: 2147483590; inset: 0 0 auto 0; display: flex; align-items: center;
      gap: 8px; padding: 0 8px; background: #f4f6f6; border-bottom: 1px solid #d5dcdc }
    .title b { flex: 1; text-align: center; font-size: 16px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
    button { font: inherit; color: inherit; min-width: 44px; min-height: 44px; border: 0; background: none; border-radius: 12px }
    .veil { position: fixed; z-index: 2147483610; inset: 0; background: rgb(4 18 20 / 56%); display: grid;
      align-items: end }
    .veil.full { background: #fff; align-items: start; padding: 96px 24px 24px }
    .sheet { background: #fff; border-radius: 20px 20px 0 0; padding: 20px 20px 28px; display: grid; gap: 12px }
    .sheet p { margin: 0; overflow-wrap: anywhere }
    h2 { font-size: 19px; line-height: 28px; margin: 0 }
    .what { color: #586665; font-size: 13px }
    .main { background: #0f4a4e; color: #fff; width: 100% }
    .other { background: #eef2f2; width: 100% }
    .row { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 12px }`;

  let root = null;
  /** The shadow root, created when it is first needed. */
  function shadow() {
    if (root === null) {
      const element = document.createElement("marque-simulated-app");
      root = element.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    // Outside the body: the page's sheets make everything else in it inert, and React may replace the body.
    if (!root.host.isConnected) document.documentElement.append(root.host);
    return root;
  }
  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }
  /** Runs after hydration, because React requires an unmodified document. */
  function whenHydrated(run) {
    // Pages without React, or whose script failed to load, are drawn on after a timeout.
    const until = performance.now() + 8_000;
    const isReady = () => document.documentElement?.dataset.ready === "1";
    const look = () =>
      document.body && (isReady() || performance.now() > until) ? run() : setTimeout(look, 50);
    look();
  }

  const statusBar = element("div", { className: "status", ariaHidden: "true" });
  const titleText = element("b");
  const titleBar = element(
    "div",
    { className: "title" },
    element("button", { ariaLabel: "应用返回", textContent: "‹", onclick: () => host.closePage?.() }),
    titleText,
    element("button", { ariaLabel: "应用分享", textContent: "⋯", onclick: () => host.menu?.() }),
  );
  const TITLE_BAR = 44;

  /**
   * Asks the person in a dialog over the page.
   * @param choices [label, answer] pairs, the primary one first
   * @returns the chosen answer
   */
  function ask({ title, text, choices, isFull = false }) {
    return new Promise((resolve) => {
      const sheet = element("div", { className: "sheet", role: "dialog", ariaLabel: title });
      const veil = element("div", { className: isFull ? "veil full" : "veil" }, sheet);
      const buttons = choices.map(([label, answer], at) =>
        element("button", {
          className: at === 0 ? "main" : "other",
          textContent: label,
          onclick: () => {
            veil.remove();
            resolve(answer);
          },
        }),
      );
      sheet.append(
        element("p", {
          className: "what",
          textContent: names[host.kind] ?? "模拟的小程序",
        }),
        element("h2", { textContent: title }),
        element("p", { textContent: text }),
        element("div", { className: "row" }, ...buttons),
      );
      shadow().append(veil);
      buttons[0].focus();
    });
  }

  host.screens = {
    ask,
    /** @param height CSS px */
    drawStatusBar(height) {
      if (height <= 0 || host.drawsBars) return;
      whenHydrated(() => {
        statusBar.style.height = `${height}px`;
        statusBar.replaceChildren(
          element("span", { textContent: "9:41" }),
          element("span", { textContent: "5G  ▮▮▮" }),
        );
        shadow().append(statusBar);
      });
    },
    /** The app's title bar; the page starts below it. @param top height of the status bar, CSS px */
    drawTitleBar(isShown, title, top) {
      if (host.drawsBars) return;
      whenHydrated(() => {
        titleText.textContent = title;
        titleBar.style.paddingTop = `${top}px`;
        titleBar.style.height = `${top + TITLE_BAR}px`;
        // Same effect as a smaller web view.
        document.body.style.setProperty("margin-top", isShown ? `${top + TITLE_BAR}px` : "");
        if (isShown) shadow().append(titleBar);
        else titleBar.remove();
      });
    },
  };
}
