import fc from "fast-check";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import code from "./mend-nodes.js?raw";

/** Runs the script as the page does. */
function install(): NonNullable<Window["mendNodes"]> {
  const script = document.createElement("script");
  script.text = code;
  document.head.append(script);
  script.remove();
  if (!window.mendNodes) throw new Error("the script did not run");
  return window.mendNodes;
}

const textsUnder = (root: Node): Text[] => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walk.nextNode()) found.push(walk.currentNode as Text);
  return found;
};
const font = (...nodes: (Node | string)[]): HTMLElement => {
  const element = document.createElement("font");
  element.append(...nodes);
  return element;
};
/** Changes that browsers and extensions make to a text, by name. */
const changes: Readonly<Record<string, (text: Text) => void>> = {
  "translated, in two wrappers": (text) => text.replaceWith(font(font(`t(${text.data})`))),
  wrapped: (text) => {
    const wrapper = font();
    text.before(wrapper);
    wrapper.append(text);
  },
  "taken out, then wrapped": (text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(font(text), nextSibling);
  },
  "replaced from before": (text) => {
    text.before(font("x"), document.createTextNode("y"));
    text.remove();
  },
  "replaced from behind": (text) => {
    text.after(font("z"));
    text.remove();
  },
  removed: (text) => text.remove(),
  merged: (text) => text.parentNode?.normalize(),
  split: (text) => void (text.length > 1 && text.splitText(1)),
  "highlighted within": (text) => {
    if (text.length < 2) return;
    const rest = text.splitText(1);
    rest.replaceWith(font(rest.data));
  },
  "moved away": (text) => document.body.append(text),
  "swallowed by one wrapper": (text) => {
    const { parentNode } = text;
    if (!(parentNode instanceof HTMLElement)) return;
    const texts = [...parentNode.childNodes].filter(({ nodeType }) => nodeType === 3);
    const wrapper = font();
    texts[0]?.before(wrapper);
    wrapper.append(...texts);
  },
  "translated in place": (text) => void (text.data = `t(${text.data})`),
};

type SampleProps = { count: number; isOpen: boolean; names: readonly string[] };
/** A part whose every text depends on `count`, with texts beside texts and elements. */
const Sample = ({ count, isOpen, names }: SampleProps) => (
  <section>
    <p>
      {`剩${count}`}
      {` / ${count} 席`}
      {isOpen && ` · 可报名${count}`}
      <b>{count}</b>
      {`尾${count}`}
    </p>
    <ul>
      {names.map((name) => (
        <li key={name}>
          {`${name}${count}`}
          {isOpen ? <i>{`开${count}`}</i> : `关${count}`}
        </li>
      ))}
    </ul>
    {isOpen ? `开${count}` : <i>{`关${count}`}</i>}
    {`数${count}`}
    {names.length > 1 ? `多${count}` : null}
  </section>
);
const expectedText = (props: SampleProps): string => {
  const place = document.createElement("div");
  const root = createRoot(place);
  flushSync(() => root.render(<Sample {...props} />));
  const { textContent } = place;
  flushSync(() => root.unmount());
  return textContent;
};

let root: Root | undefined;
let place: HTMLElement;
const mount = (): HTMLElement => {
  place = document.createElement("main");
  document.body.replaceChildren(place);
  return place;
};
beforeAll(() => install().release());
afterEach(() => {
  flushSync(() => root?.unmount());
  root = undefined;
});

const names = fc.uniqueArray(fc.constantFrom("甲", "乙", "丙", "丁"), { maxLength: 4 });
const steps = fc.array(
  fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    isOpen: fc.boolean(),
    names,
    /** Every one, or every other one, of the texts. */
    each: fc.constantFrom(1, 2),
    isLater: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("Z12 texts changed by others", () => {
  test.each(Object.keys(changes))("%s: React updates and removes what it rendered", async (name) => {
    root = createRoot(mount());
    const first = { count: 1, isOpen: true, names: ["甲", "乙"] };
    const next = { count: 2, isOpen: true, names: ["甲", "乙"] };
    const last = { count: 3, isOpen: false, names: ["乙"] };
    flushSync(() => root?.render(<Sample {...first} />));
    textsUnder(place).forEach((text) => text.isConnected && changes[name]?.(text));
    await Promise.resolve();
    flushSync(() => root?.render(<Sample {...next} />));
    expect(place.textContent).toBe(expectedText(next));
    textsUnder(place).forEach((text) => text.isConnected && changes[name]?.(text));
    flushSync(() => root?.render(<Sample {...last} />));
    expect(place.textContent).toBe(expectedText(last));
    flushSync(() => root?.render(null));
    expect(place.textContent).toBe("");
  });

  test("any sequence of changes and updates ends with what React has rendered", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        root = createRoot(mount());
        let count = 1;
        flushSync(() => root?.render(<Sample count={count} isOpen names={["甲", "乙"]} />));
        for (const { change, each, isLater, ...props } of sequence) {
          textsUnder(place).forEach(
            (text, index) => index % each === 0 && text.isConnected && changes[change]?.(text),
          );
          if (isLater) await Promise.resolve();
          const next = { ...props, count: ++count };
          flushSync(() => root?.render(<Sample {...next} />));
          expect(place.textContent).toBe(expectedText(next));
        }
        flushSync(() => root?.unmount());
      }),
      { numRuns: 150 },
    );
  });

  test.each(Object.keys(changes))(
    "%s before hydration: React finds what the server rendered",
    async (name) => {
      const { guard, release } = install();
      mount().innerHTML =
        "<section><p>剩1<!-- --> / 1 席<!-- --> · 可报名1<b>1</b>尾1</p><ul><li>甲1<i>开1</i></li></ul>开1<!-- -->数1</section>";
      const original = place.innerHTML;
      await Promise.resolve();
      textsUnder(place).forEach((text) => text.isConnected && changes[name]?.(text));
      guard();
      expect(place.innerHTML).toBe(original);
      // Changed again while React hydrates.
      textsUnder(place).forEach((text) => text.isConnected && changes[name]?.(text));
      await Promise.resolve();
      expect(place.innerHTML).toBe(original);
      const onRecoverableError = vi.fn<() => void>();
      const props = { count: 1, isOpen: true, names: ["甲"] };
      root = flushSync(() => hydrateRoot(place, <Sample {...props} />, { onRecoverableError }));
      await vi.waitFor(() => expect(Object.keys(place.firstElementChild ?? {}).join()).toMatch(/__react/));
      release();
      flushSync(() => root?.render(<Sample {...props} count={2} />));
      expect(place.textContent).toBe(expectedText({ ...props, count: 2 }));
      expect(onRecoverableError).not.toHaveBeenCalled();
    },
  );
});
