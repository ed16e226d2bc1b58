import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import type { FilterPanelProps } from "./filter-props.ts";
import { listMessages } from "./list-messages.ts";
import { uiMessages } from "../../ui/messages.ts";
import * as listPageCss from "./list-page.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type FilterBarProps = {
  cityName: string;
  chooseCity: () => void;
  filters: readonly Omit<FilterPanelProps, "onToggle">[];
  /** Whether a panel is open: the list below is inert then. */
  onOpen: (isOpen: boolean) => void;
};

/** City and filters; one panel is open at a time; Esc, a press outside and applying close it. */
export function FilterBar({ cityName, chooseCity, filters, onOpen }: FilterBarProps) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const [isOpen, setOpen] = useState(false);
  const panels = () => [...(bar.current?.querySelectorAll("details") ?? [])];
  // The browser may have opened a panel before the script ran.
  useEffect(() => {
    for (const panel of panels()) if (panel.open) panel.dispatchEvent(new Event("toggle"));
  }, []);
  useEffect(() => onOpen(isOpen), [isOpen, onOpen]);
  const close = () => {
    for (const panel of panels()) panel.open = false;
  };
  const closeByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    panels()
      .find(({ open }) => open)
      ?.querySelector("summary")
      ?.focus();
    close();
  });
  useEffect(() => {
    const element = bar.current;
    element?.addEventListener("keydown", closeByKey);
    return () => element?.removeEventListener("keydown", closeByKey);
  }, []);
  const onToggle = (toggled: HTMLDetailsElement) => {
    // Older browsers do not group `details` by name.
    if (toggled.open) for (const panel of panels()) if (panel !== toggled) panel.open = false;
    setOpen(panels().some(({ open }) => open));
  };
  return (
    <div className={listPageCss.filterHead}>
      {isOpen && <div className={listPageCss.scrim} onClick={close} aria-hidden="true" />}
      <fieldset className={listPageCss.filterBar} ref={bar}>
        <legend className={textCss.visuallyHidden}>{listMessages.filters}</legend>
        <button type="button" onClick={chooseCity} aria-label={uiMessages.cityNow(cityName)}>
          <span className={textCss.ellipsis}>{cityName}</span>
          <ChevronDownIcon size={16} />
        </button>
        {filters.map((filter) => (
          <FilterPanel
            // A new value needs a new form, because its radio buttons are uncontrolled.
            key={`${filter.name} ${filter.value}`}
            {...filter}
            onApply={(value) => {
              close();
              filter.onApply(value);
            }}
            onToggle={onToggle}
          />
        ))}
      </fieldset>
    </div>
  );
}
