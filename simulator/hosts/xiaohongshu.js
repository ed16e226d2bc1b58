// Xiaohongshu's web view provides `xhs.miniProgram`.
window.xhs = { miniProgram: window.__marqueHost.miniProgram() };
