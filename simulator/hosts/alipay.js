// Alipay's web view provides `my`, whose messages the mini-program reads immediately.
{
  const host = window.__marqueHost;
  const { getEnv, ...miniProgram } = host.miniProgram();
  window.my = { ...miniProgram, getEnv };
}
