// Payments of a simulated host: the sheet of WeChat's client, the pay page of a mini-program, and that of the app. They pay
// the trade of the simulated channel (docs/lab.md "Payments"). Runs after native-screens.js.
{
  const host = (window.__marqueHost ??= { kind: "wechat", scenario: {} });

  async function call(path, body) {
    const answer = await fetch(new URL(`/sim/pay/${path}`, location.href), {
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const { data, message } = await answer.json();
    if (!answer.ok || data === null) throw new Error(message);
    return data;
  }
  const amountText = (fen) => `¥${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;

  /** Asks the person to pay a trade. @returns whether they have paid */
  async function payTrade({ outTradeNo, amountFen, description, state }) {
    if (state !== "open" && state !== "draft") return state === "paid";
    const act = await host.screens.ask({
      title: `支付 ${amountText(amountFen)}`,
      text: description,
      isFull: true,
      choices: [
        ["确认支付", "pay"],
        ["稍后再付", "later"],
        ["取消", "cancel"],
      ],
    });
    const after = await call("act", { outTradeNo, act });
    return after.state === "paid";
  }
  host.payment = {
    /** WeChat's client: verifies the arguments. @returns err_msg */
    async ofBridge(given) {
      try {
        const trade = await call("jsapi", given);
        return `get_brand_wcpay_request:${(await payTrade(trade)) ? "ok" : "cancel"}`;
      } catch {
        return "get_brand_wcpay_request:fail";
      }
    },
    /** The page of a mini-program or app, which gets the number of the trade. @returns whether it is paid */
    async ofPage(outTradeNo) {
      const trade = (await call("trades")).find((one) => one.outTradeNo === outTradeNo);
      return trade ? payTrade(trade) : false;
    },
  };
}
