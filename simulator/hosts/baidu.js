// Baidu's web view provides `swan.webView`.
{
  const host = window.__marqueHost;
  host.environmentAnswer = { smartprogram: true };
  window.swan = { webView: host.miniProgram() };
}
