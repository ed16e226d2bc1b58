import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import type { FilterPanelProps } from "./filter-props.ts";
import * as listPageCss from "./list-page.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Value chosen in a filter's form; "" for none. */
const readChoice = (form: HTMLFormElement, name: string): string => {
  const chosen = new FormData(form).get(name);
  return typeof chosen === "string" ? chosen : "";
};

const load = async () => (await import("./filter-form.tsx")).FilterForm;
/** Content of the panels once loaded; the server has it from the start. */
let LoadedForm = import.meta.env.SSR ? await load() : null;

/**
 * Filter with its panel: a `details` with a GET form, so that it opens at the first touch and works without a
 * script. The server-rendered form stays until the first screen is complete or the panel opens; then the form
 * with the counting button replaces it.
 */
export function FilterPanel({ onToggle, ...props }: FilterPanelProps) {
  const { name, label, options, value, action } = props;
  const serverForm = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(LoadedForm && { Form: LoadedForm, chosen: value });
  const loadForm = useEffectEvent(async () => {
    LoadedForm ??= await load();
    const chosen = serverForm.current?.elements.length ? readChoice(serverForm.current, name) : value;
    // Low priority, because the server-rendered form works meanwhile.
    startTransition(() => setLoaded((before) => before ?? (LoadedForm && { Form: LoadedForm, chosen })));
  });
  // A failed load is retried when the panel opens; the server-rendered form works meanwhile.
  useEffect(() => void firstScreenDone.then(() => loadForm()).catch(() => {}), []);
  useEffect(() => {
    if (isOpen) loadForm().catch(() => {});
  }, [isOpen]);
  const chosen = options.find((option) => option.value === value);
  return (
    <details
      name="filter"
      className={classNames(value !== "" && stateCss.selected)}
      onToggle={(event) => {
        onToggle(event.currentTarget);
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <span className={textCss.ellipsis}>{chosen?.short ?? chosen?.label ?? label}</span>
        <ChevronDownIcon size={16} />
      </summary>
      {loaded ? (
        <loaded.Form {...props} chosen={loaded.chosen} readChoice={readChoice} isOpen={isOpen} />
      ) : (
        <form
          className={listPageCss.panel}
          method="get"
          action={action}
          ref={serverForm}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: "" }}
        />
      )}
    </details>
  );
}
