// Common behaviour of mini-program hosts: a web view may navigate to pages of the mini-program and post
// messages, which it receives only when the web view goes back, is destroyed or shared.
{
  const host = window.__marqueHost;
  const waiting = [];
  const callbacksOf = (options) =>
    [options?.success, options?.complete].filter((one) => one instanceof Function);

  const goes = ["navigateTo", "redirectTo", "reLaunch", "switchTab"];

  /** A call of the page to the mini-program, answered asynchronously as by the hosts. */
  const call = (name, options) => {
    host.report({ type: "bridge", direction: "out", name, detail: { ...options } });
    if (name === "postMessage") waiting.push(options?.data ?? options);
    const isBack = name === "navigateBack";
    setTimeout(() => {
      host.report({
        type: "bridge",
        direction: "in",
        name,
        result: "ok",
        detail: isBack ? { received: waiting.splice(0) } : {},
      });
      if (goes.includes(name)) void host.openPage(options?.url);
      for (const callback of callbacksOf(options)) callback({ errMsg: `${name}:ok` });
    }, 20);
  };
  const names = [...goes, "navigateBack", "postMessage"];
  /** The object that a host provides to its web view. */
  host.miniProgram = () => ({
    ...Object.fromEntries(names.map((name) => [name, (options) => call(name, options)])),
    getEnv: (answer) => setTimeout(() => answer(host.environmentAnswer ?? { miniprogram: true }), 5),
  });
}
