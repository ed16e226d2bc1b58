// @ts-check

/**
 * @typedef {string | Node | null | false | undefined} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes
 */

/**
 * Creates an element. `on…` attributes are listeners, `true` is an attribute without a value, `false` and `null` are omitted.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

const iconShapes = {
  app: '<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="M11 18h2"/>',
  chat: '<path d="M9.500 4.500c-3.600 0-6.500 2.400-6.500 5.400 0 1.700.9 3.100 2.300 4.100L4.800 16l2.300-1.200c.8.2 1.600.3 2.400.3"/><path d="M15.200 9.500c-3.200 0-5.700 2.100-5.700 4.800s2.500 4.800 5.700 4.800c.7 0 1.400-.1 2-.3l2.100 1.100-.5-1.800c1.300-.9 2.100-2.200 2.100-3.800 0-2.700-2.500-4.800-5.700-4.800z"/>',
  mini: '<circle cx="12" cy="12" r="8.5"/><path d="M15.500 9.500a2 2 0 1 0-3.500 1.300v2.400a2 2 0 1 1-3.500 1.300"/>',
  web: '<circle cx="12" cy="12" r="8.5"/><path d="M3.500 12h17M12 3.500c5 5 5 12 0 17c-5-5-5-12 0-17z"/>',
  pc: '<rect x="3" y="4.500" width="18" height="12" rx="2"/><path d="M8.500 20h7M12 16.500V20"/>',
  reload: '<path d="M19 8a8 8 0 1 0 1 5M19.500 4v4.500H15"/>',
  run: '<path d="M13 3.500 5.500 13.500H11l-1 7 7.500-10H12z"/>',
  save: '<path d="M12 4v11M7.500 11 12 15.500l4.500-4.500M5 20h14"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.500 8.500v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2"/>',
  back: '<path d="m15 5-7 7 7 7"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  reset: '<path d="M4 7h16M9 7V4.500h6V7M6.500 7l1 13h9l1-13"/>',
  open: '<path d="M13 4h7v7M20 4l-9 9M18 14v4.500a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 4 18.500v-11A1.500 1.500 0 0 1 5.500 6H10"/>',
  more: '<circle cx="6" cy="12" r="1.5" class="f"/><circle cx="12" cy="12" r="1.5" class="f"/><circle cx="18" cy="12" r="1.5" class="f"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.500V8a4 4 0 0 1 8 0v2.500M12 14.500v2"/>',
};

/**
 * Decorative icon, hidden from assistive technology.
 * @param {keyof typeof iconShapes} name
 * @param {number} [size] px
 * @returns {Element}
 */
export function icon(name, size = 16) {
  const holder = document.createElement("template");
  // Constant markup of this file, never user input.
  holder.innerHTML = `<svg class="i" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${iconShapes[name]}</svg>`;
  return /** @type {Element} */ (holder.content.firstElementChild);
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;
/**
 * Shows a text in the live region for three seconds.
 * @param {string} text
 */
export function announce(text) {
  byId("said").textContent = text;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (byId("said").textContent = ""), 3_000);
}

/**
 * @param {string} text
 * @param {string} label of the copied text, for the notice
 */
export const copy = (text, label) =>
  navigator.clipboard.writeText(text).then(
    () => announce(`已复制${label}`),
    () => announce("浏览器不允许复制"),
  );

/**
 * Calls a test hook of the simulator.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>} its data
 */
export async function callLab(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`);
  return data;
}

/**
 * @param {unknown} error
 * @returns {string} text for the screen
 */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));
