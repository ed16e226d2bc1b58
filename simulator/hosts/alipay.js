// Alipay's web view gives my, whose messages the mini-program reads at once.
{
  const host = window.__marqueHost;
  const { getEnv, ...miniProgram } = host.miniProgram();
  window.my = { ...miniProgram, getEnv };
}
