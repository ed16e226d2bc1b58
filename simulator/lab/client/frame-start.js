// In a framed page, before the host's scripts: how the host behaves stands in the frame's name,
// which outlives every navigation; the tag that brought this is gone before the app looks.
{
  document.currentScript?.remove();
  let order = {};
  try {
    order = JSON.parse(window.name);
  } catch {
    // Opened on its own, or not by the lab: a healthy host.
  }
  const { scenario = {}, walk = false } = order.marque === "lab" ? order : {};
  Object.assign(window.__marqueHost, { scenario, walk });
  // A browser draws no frame that is scrolled out of view; a device draws its page all the same.
  const draw = window.requestAnimationFrame;
  window.requestAnimationFrame = (run) => {
    let isDrawn = false;
    const once = (time) => {
      if (isDrawn) return;
      isDrawn = true;
      run(time);
    };
    setTimeout(() => once(performance.now()), 200);
    return draw.call(window, once);
  };
}
