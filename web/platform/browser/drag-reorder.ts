type PressEvent = { readonly currentTarget: Element; readonly button: number; preventDefault(): void };

/**
 * Follows the pointer that holds an element among its siblings until it is released.
 * @param selector of the element and its siblings
 * @param onOver receives the element's new position among them, from 0, whenever it may have changed
 */
export function startDragReorder(press: PressEvent, selector: string, onOver: (index: number) => void): void {
  const dragged = press.currentTarget.closest(selector);
  const parent = dragged?.parentElement;
  if (!dragged || !parent || press.button !== 0) return;
  press.preventDefault();
  dragged.setAttribute("data-dragged", "");
  // Moves the element past a sibling's middle, not its edge: then neither jumps back, however high they are.
  const move = ({ clientY }: PointerEvent): void => {
    const siblings = [...parent.children].filter((child) => child !== dragged && child.matches(selector));
    const isPast = (sibling: Element): boolean => {
      const { top, height } = sibling.getBoundingClientRect();
      return clientY > top + height / 2;
    };
    onOver(siblings.filter(isPast).length);
  };
  const end = (): void => {
    dragged.removeAttribute("data-dragged");
    removeEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"] as const) removeEventListener(type, end);
  };
  addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel"] as const) addEventListener(type, end);
}
