import { cutCharacters } from "#contract/core/characters.ts";
import type { TrackedProperties } from "./event-format.ts";
import { cleanAddress } from "./page-properties.ts";

/** Whether an id is fixed; counted ids belong to another element on the next visit. */
const isFixedId = (id: string): boolean => /^[A-Za-z][\w-]*$/.test(id);
/** Replaces mobiles in a button's text (requirement X16). */
const maskMobiles = (text: string): string => text.replace(/1[3-9](?:[\s-]?[\d*]){9}/g, "***");

/** Names from the body, or from the nearest element with a fixed id, down to the element. */
function pathOf(element: Element, name: (step: Element) => string): string {
  const steps: string[] = [];
  for (let step: Element | null = element; step; step = step.parentElement) {
    if (isFixedId(step.id)) return [`${name(step)}#${step.id}`, ...steps].join(" > ");
    steps.unshift(step === document.body ? "body" : name(step));
    if (step === document.body) break;
  }
  return steps.join(" > ");
}
const tagOf = (element: Element): string => element.tagName.toLowerCase();
function selectorStep(element: Element): string {
  if (isFixedId(element.id)) return "";
  const sameTag = [...(element.parentElement?.children ?? [])].filter(
    ({ tagName }) => tagName === element.tagName,
  );
  return `${tagOf(element)}:nth-of-type(${sameTag.indexOf(element) + 1})`;
}

/**
 * Properties of a click (`$WebClick`, platform facts 3.3) on a link, button or field; never the content of a
 * field.
 */
export function clickProperties(event: MouseEvent): TrackedProperties | null {
  const element =
    event.target instanceof Element ? event.target.closest("a,button,input,textarea,select") : null;
  if (!element) return null;
  const isPrivate = element.closest("[data-private]") !== null;
  const isButton = element instanceof HTMLInputElement && /^(button|submit)$/.test(element.type);
  const text = isButton ? element.value : /^(a|button)$/i.test(element.tagName) ? element.textContent : "";
  const target = element.getAttribute("href");
  return {
    $element_type: tagOf(element),
    $element_name: element.getAttribute("name") ?? undefined,
    $element_id: element.id || undefined,
    $element_class_name: element.getAttribute("class") ?? undefined,
    $element_target_url:
      target === null ? undefined : /^\w+:(?!\/)/.test(target) ? target.split(":")[0] : cleanAddress(target),
    $element_content: isPrivate
      ? undefined
      : cutCharacters(maskMobiles(text.replace(/\s+/g, " ").trim()), 255) || undefined,
    $element_selector: pathOf(element, selectorStep),
    $element_path: pathOf(element, tagOf),
    $page_x: Math.round(event.pageX),
    $page_y: Math.round(event.pageY),
  };
}
