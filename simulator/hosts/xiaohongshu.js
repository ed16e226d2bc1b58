// Xiaohongshu's web view gives xhs.miniProgram.
window.xhs = { miniProgram: window.__marqueHost.miniProgram() };
