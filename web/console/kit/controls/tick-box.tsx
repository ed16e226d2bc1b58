import { useEffect, useRef, type ComponentProps } from "react";
import * as controlsCss from "./controls.module.css";

type TickBoxProps = Omit<ComponentProps<"input">, "type" | "className" | "ref"> & {
  /** Some of the ticked things are selected. */
  isPartial?: boolean;
};

/** Checkbox of 18 px; its label or cell is the target. */
export function TickBox({ isPartial = false, ...rest }: TickBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  // There is no attribute for it.
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartial;
  }, [isPartial]);
  return <input {...rest} ref={input} type="checkbox" className={controlsCss.check} />;
}
