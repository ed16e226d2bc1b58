// Native pages of a mini-program that cover the web view: its login, its pay page, and any other. The web view is hidden
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
  /** The person's openid at the mini-program, which only its own page can find out. */
  async function ownOpenId() {
    const answer = await fetch(`/sim/wechat/mini-openid?person=${encodeURIComponent(loginAs)}`);
    return (await answer.json()).data.openId;
  }
  /** Starts the payment of an order as the mini-program's page does, in the session of its person. @throws Error */
  async function startPayment(orderId) {
    const isAlipay = host.kind === "alipay";
    const answer = await fetch("/mall-api/cop-mall/api/v1/pay/start", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-access-token": localStorage.getItem("marque.session-token") ?? "",
      },
      body: JSON.stringify({
        orderId,
        way: isAlipay ? "alipay" : "wechat",
        host: isAlipay ? "alipayMini" : "wechatMini",
        openId: await ownOpenId(),
      }),
    });
    const { data, message } = await answer.json();
    if (data === null) throw new Error(message);
    return data;
  }
  /** Pays an order on the mini-program's pay page, and goes back. */
  async function payOrder(orderId) {
    try {
      const { jsapi, page } = await startPayment(orderId);
      if (jsapi) await host.payment.ofBridge(jsapi);
      else await host.payment.ofPage(page?.params.outTradeNo);
    } catch (error) {
      await host.screens.ask({
        title: "暂时无法付款",
        text: error.message,
        isFull: true,
        choices: [["返回", false]],
      });
    }
  }
  /** @param url of the mini-program's page, as requested by the web view */
  host.openPage = async (url) => {
    const [path] = String(url).split("?", 1);
    const isLogin = path === loginPage;
    cover(true);
    if (/\/pay(\/|$)/.test(path)) {
      await payOrder(new URLSearchParams(String(url).split("?")[1]).get("orderId") ?? "");
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
