// Douyin's web view provides `tt.miniProgram`, which accepts only absolute page addresses.
{
  const host = window.__marqueHost;
  const miniProgram = host.miniProgram();
  for (const name of ["navigateTo", "redirectTo", "reLaunch", "switchTab"]) {
    const go = miniProgram[name];
    miniProgram[name] = (options) => {
      if (String(options?.url).startsWith("/")) return go(options);
      host.report({
        type: "bridge",
        direction: "in",
        name,
        result: "fail",
        isFailed: true,
        detail: { ...options },
      });
      options?.fail?.({ errMsg: `${name}:fail url must be absolute` });
      options?.complete?.({ errMsg: `${name}:fail url must be absolute` });
    };
  }
  window.tt = { miniProgram: { ...miniProgram, setSwipeBackModeSync: () => {} } };
}
