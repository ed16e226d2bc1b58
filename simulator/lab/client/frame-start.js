// Runs in a framed page before the host's scripts. The scenario is in the frame's name because it
// survives every navigation; the script's tag is removed before the app reads the document.
{
  document.currentScript?.remove();
  let setup = {};
  try {
    setup = JSON.parse(window.name);
  } catch {
    // Not opened by the lab: the host has no faults.
  }
  const { scenario = {}, walk = false } = setup.marque === "lab" ? setup : {};
  Object.assign(window.__marqueHost, { scenario, walk });
  // Browsers pause animation frames of a frame scrolled out of view, but a device draws its page: a timer
  // replaces them.
  const requestFrame = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    let hasRun = false;
    const once = (time) => {
      if (hasRun) return;
      hasRun = true;
      callback(time);
    };
    setTimeout(() => once(performance.now()), 200);
    return requestFrame.call(window, once);
  };
}
