type Press = { readonly currentTarget: Element; readonly button: number; preventDefault(): void };

/**
 * Follows a finger or mouse that has taken hold of an element among its like, until it lets go.
 * @param selector of the element and its siblings
 * @param onOver told its place among them, from 0, whenever that may be another
 */
export function startDragReorder(press: Press, selector: string, onOver: (at: number) => void): void {
  const dragged = press.currentTarget.closest(selector);
  const parent = dragged?.parentElement;
  if (!dragged || !parent || press.button !== 0) return;
  press.preventDefault();
  dragged.setAttribute("data-dragged", "");
  // Past the middle of another: then both stay where they are put, however high they are.
  const move = ({ clientY }: PointerEvent): void => {
    const others = [...parent.children].filter((one) => one !== dragged && one.matches(selector));
    const isPast = (one: Element): boolean => {
      const { top, height } = one.getBoundingClientRect();
      return clientY > top + height / 2;
    };
    onOver(others.filter(isPast).length);
  };
  const end = (): void => {
    dragged.removeAttribute("data-dragged");
    removeEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"] as const) removeEventListener(type, end);
  };
  addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel"] as const) addEventListener(type, end);
}
