// Answers the first taps before React is loaded: shows the new state at once, records the tap, replays all
// taps into React after hydration, and then removes itself. React's own replay loses such taps (measured). A
// control takes part by data-tap="toggle", "choose" or "check".
(() => {
  const taps = [];
  const before = new Map();
  // The browser has changed a checkbox or radio button before its click event.
  const selfToggling = /checkbox|radio/;
  function saveState(element) {
    if (before.has(element)) return;
    before.set(element, {
      pressed: element.getAttribute("aria-pressed"),
      checked: selfToggling.test(element.type) ? !element.checked : null,
    });
  }
  function set(element, isOn) {
    saveState(element);
    element.setAttribute("aria-pressed", isOn);
  }
  function onClick(event) {
    const element = event.target.closest && event.target.closest("[data-tap]");
    if (!element || element.disabled) return;
    event.stopImmediatePropagation();
    saveState(element);
    taps.push({ element: element });
    performance.mark("tap-answered");
    if (selfToggling.test(element.type)) return;
    event.preventDefault();
    if (element.dataset.tap === "choose")
      element.parentNode.querySelectorAll("[data-tap=choose]").forEach((other) => {
        set(other, other === element);
      });
    else if (element.dataset.tap === "toggle") set(element, element.getAttribute("aria-pressed") !== "true");
    else element.setAttribute("data-tapped", "");
  }
  function onInput(event) {
    const element = event.target;
    if (selfToggling.test(element.type)) return;
    const isKnown = taps.some((tap) => {
      return tap.element === element;
    });
    if (!isKnown) taps.push({ element: element, isText: true });
  }
  addEventListener("click", onClick, true);
  addEventListener("input", onInput, true);
  window.firstTaps = {
    replay: () => {
      removeEventListener("click", onClick, true);
      removeEventListener("input", onInput, true);
      delete window.firstTaps;
      before.forEach(function (state, element) {
        if (state.pressed !== null) element.setAttribute("aria-pressed", state.pressed);
        if (state.checked !== null) element.checked = state.checked;
        element.removeAttribute("data-tapped");
      });
      taps.forEach((tap) => {
        const element = tap.element;
        if (!element.isConnected) return;
        if (!tap.isText) return element.click();
        const text = element.value;
        // Sets the empty text first, so that React's value tracker sees the typed text as a change.
        element.value = "";
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value").set.call(element, text);
        // React handles only the change event of a select.
        element.dispatchEvent(new Event(element.matches("select") ? "change" : "input", { bubbles: true }));
      });
      performance.mark("replayed");
      return taps.length;
    },
  };
})();
