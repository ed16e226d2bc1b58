// Native pages of a mini-program that cover the web view: its login, its pay page (it pays the trade outTradeNo of its address), and any other. The web view is hidden
// meanwhile, and is notified as by the hosts. Runs after native-screens.js; scenario.miniProgram.loginAs is
// the person who logs in, by a name of simulated WeChat's people.
{
  const host = window.__marqueHost;
  const loginPage = host.brand?.miniProgramLoginPage ?? "/pages/login/index";
  const { loginAs = "mobile" } = host.scenario.miniProgram ?? {};
  let isCovered = false;
  const { get: realState } = Object.getOwnPropertyDescriptor(Document.prototype, "visibilityState");
  host.replaceGetter(Document.prototype, "visibilityState", function () {
    return isCovered ? "hidden" : realState.call(this);
  });
  host.replaceGetter(Document.prototype, "hidden", () => document.visibilityState === "hidden");
  function cover(next) {
    isCovered = next;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }
  /** Logs the person in at the host, including their mobile. */
  const logIn = () =>
    fetch("/sim/wechat/person", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ person: loginAs }),
    });
  /** @param url of the mini-program's page, as requested by the web view */
  host.openPage = async (url) => {
    const [path] = String(url).split("?", 1);
    const isLogin = path === loginPage;
    cover(true);
    if (/\/pay(\/|$)/.test(path)) {
      await host.payment.ofPage(new URLSearchParams(String(url).split("?")[1]).get("outTradeNo"));
      cover(false);
      return;
    }
    const isDone = await host.screens.ask({
      title: isLogin ? "登录小程序" : "小程序的页面",
      text: isLogin ? "登录后回到刚才的页面" : path,
      isFull: true,
      choices: isLogin
        ? [
            ["手机号快捷登录", true],
            ["返回", false],
          ]
        : [["返回", false]],
    });
    if (isDone) await logIn();
    cover(false);
  };
}
