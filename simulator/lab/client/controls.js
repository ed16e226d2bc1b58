// @ts-check
import { byId, copy, h, icon, errorText } from "./dom.js";
import { customFaults, labFaults, labFaultGroups } from "./faults.js";
import {
  cityOptions,
  networkOptions,
  framePathOf,
  personOptions,
  placeOptions,
  sessionOptions,
  sizeOptions,
  themeOptions,
} from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{hosts: readonly {kind: string, name: string}[], environments: readonly string[]}} Known */

/** Two rows of controls above the frames; every change goes into the lab's address. */
export class Controls {
  /** @type {Map<string, HTMLSelectElement | HTMLInputElement>} */
  #fields = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  #boxes = new Map();
  #faultCount = h("span", {}, "");
  #custom = h("textarea", {
    rows: 4,
    spellcheck: "false",
    "aria-label": "自定义故障 JSON",
    "aria-describedby": "custom-hint",
    placeholder: '[{"path": "/mall-api/…", "status": 500, "times": 1}]',
  });
  #hint = h(
    "p",
    { class: "cap c3", id: "custom-hint" },
    "与 POST /sim/faults 相同；只作用于实验室里的宿主。",
  );
  #onChange;

  /**
   * @param {Known} known
   * @param {(change: Partial<State>) => void} onChange
   * @param {{reload: () => void, run: () => void}} actions
   */
  constructor(known, onChange, actions) {
    this.#onChange = onChange;
    const envs = known.environments.map((name) => /** @type {[string, string]} */ ([name, `${name} 环境`]));
    const address = h("input", {
      class: "selx f1 code",
      "aria-label": "页面地址",
      spellcheck: "false",
      name: "path",
    });
    this.#fields.set("path", address);
    const bar = byId("bar");
    bar.append(
      this.#select("env", "环境", envs),
      this.#select("size", "设备", sizeOptions),
      address,
      button("btn o sm", () => actions.reload(), icon("reload"), "全部重载"),
      button("btn p sm", () => actions.run(), icon("run"), "运行登录流程"),
    );
    bar.addEventListener("submit", (event) => {
      event.preventDefault();
      onChange({ path: framePathOf(address.value) });
    });
    address.addEventListener("change", () => onChange({ path: framePathOf(address.value) }));
    this.#scene(known);
  }

  /** @param {Known} known */
  #scene({ hosts }) {
    const clock = h("input", {
      type: "datetime-local",
      "aria-label": "服务器时间",
      name: "clock",
    });
    clock.addEventListener("change", () => this.#onChange({ clock: clock.value }));
    this.#fields.set("clock", clock);
    const cities = cityOptions.map(([code, name]) => /** @type {[string, string]} */ ([code, name]));
    const time = h("label", { class: "selx" }, h("span", { class: "c3" }, "服务器时间"), clock);
    byId("scene").append(
      this.#panel(
        "host-panel",
        `宿主`,
        hosts.map(({ kind, name }) => [kind, name]),
        "hosts",
      ),
      this.#select("person", "用户", personOptions),
      this.#select("session", "登录状态", sessionOptions),
      this.#select("place", "定位", placeOptions),
      this.#select("city", "所在城市", cities),
      this.#select("network", "网络", networkOptions),
      time,
      this.#faultPanel(),
      this.#select("theme", "外观", themeOptions),
      button(
        "btn o xs",
        () => void copy(location.href, "链接：打开它就是现在的样子"),
        icon("copy"),
        "复制链接",
      ),
    );
    byId("scene").addEventListener("submit", (event) => event.preventDefault());
  }

  /** @param {keyof State} name @param {string} label @param {readonly (readonly [string, string])[]} options */
  #select(name, label, options) {
    const select = h(
      "select",
      { class: "selx", "aria-label": label, title: label, name },
      ...options.map(([value, text]) => h("option", { value }, text)),
    );
    select.addEventListener("change", () => this.#onChange({ [name]: select.value }));
    this.#fields.set(name, select);
    return select;
  }

  /** @param {readonly (readonly [string, string])[]} options @param {"hosts" | "faults"} name */
  #boxList(options, name) {
    return h(
      "div",
      { class: "boxes" },
      ...options.map(([value, text]) => {
        const box = h("input", { type: "checkbox", value });
        box.addEventListener("change", () => this.#onChange({ [name]: this.#checked(name) }));
        this.#boxes.set(`${name}.${value}`, box);
        return h("label", {}, box, text);
      }),
    );
  }
  /** @param {string} name */
  #checked(name) {
    return [...this.#boxes]
      .filter(([key, box]) => key.startsWith(`${name}.`) && box.checked)
      .map(([, box]) => box.value);
  }
  /** @param {string} id @param {string} label @param {readonly (readonly [string, string])[]} options @param {"hosts" | "faults"} name */
  #panel(id, label, options, name) {
    return panel(id, [label], this.#boxList(options, name));
  }
  #faultPanel() {
    const apply = button("btn t xs", () => this.#applyCustom(), "应用");
    return panel(
      "fault-panel",
      ["故障", this.#faultCount],
      ...labFaultGroups.flatMap((group) => [
        h("h3", {}, group),
        this.#boxList(
          labFaults
            .filter((fault) => fault.group === group)
            .map(({ id, name }) => /** @type {const} */ ([id, name])),
          "faults",
        ),
      ]),
      h("h3", {}, "自定义"),
      this.#custom,
      this.#hint,
      apply,
    );
  }
  #applyCustom() {
    try {
      customFaults(this.#custom.value);
      this.#custom.removeAttribute("aria-invalid");
      this.#hint.textContent = "已应用。";
      this.#onChange({ custom: this.#custom.value.trim() });
    } catch (error) {
      this.#custom.setAttribute("aria-invalid", "true");
      this.#hint.textContent = `不是 JSON：${errorText(error)}`;
    }
  }

  /** @param {State} state */
  update(state) {
    for (const [name, field] of this.#fields) field.value = String(state[/** @type {keyof State} */ (name)]);
    for (const [key, box] of this.#boxes) {
      const [name = "", value = ""] = key.split(".");
      box.checked = state[/** @type {"hosts" | "faults"} */ (name)].includes(value);
    }
    const count = state.faults.length + (state.custom === "" ? 0 : 1);
    this.#faultCount.textContent = count === 0 ? "" : ` ${count}`;
    if (document.activeElement !== this.#custom) this.#custom.value = state.custom;
  }
}

/** @param {string} className @param {() => void} onPress @param {...(string | Node)} content */
const button = (className, onPress, ...content) =>
  h("button", { type: "button", class: className, onclick: onPress }, ...content);

/** Popover below its button; closes by Escape or a press outside. @param {string} id @param {(string | Node)[]} label @param {...Node} content */
function panel(id, label, ...content) {
  const body = h("div", { class: "panel", id, popover: "auto" }, ...content);
  const opener = h(
    "button",
    { type: "button", class: "selx", popovertarget: id, "aria-haspopup": "dialog" },
    ...label,
  );
  body.addEventListener("toggle", () => {
    const { left, bottom } = opener.getBoundingClientRect();
    body.style.left = `${Math.max(8, Math.min(left, innerWidth - body.offsetWidth - 8))}px`;
    body.style.top = `${bottom + 6}px`;
  });
  return h("span", { class: "holder" }, opener, body);
}
