import type { ReactNode } from "react";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";

type ItemListProps<T> = {
  legend: string;
  hint?: string;
  items: readonly T[];
  /** A new entry. */
  create: () => T;
  addLabel: string;
  onChange: (items: T[]) => void;
  children: (item: T, change: (changed: Partial<T>) => void, at: number) => ReactNode;
};

/** Entries of a list, each with its fields; they are added, moved and removed by buttons. */
export function ItemList<T>({ legend, hint, items, create, addLabel, onChange, children }: ItemListProps<T>) {
  const replace = (at: number, item: T): void =>
    onChange(items.map((one, index) => (index === at ? item : one)));
  const move = (at: number, by: -1 | 1): void => {
    const next = [...items];
    const [item] = next.splice(at, 1);
    if (item !== undefined) next.splice(at + by, 0, item);
    onChange(next);
  };
  return (
    <fieldset className={utilityCss.stack}>
      <legend className={utilityCss.title}>{legend}</legend>
      {hint !== undefined && <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{hint}</p>}
      {items.map((item, at) => (
        // Entries have no id of their own; their place is what identifies them.
        <div key={at} className={editorCss.item}>
          {children(item, (changed) => replace(at, { ...item, ...changed }), at)}
          <div className={utilityCss.row}>
            <span className={utilityCss.grow} />
            <ConsoleButton isSmall look="quiet" disabled={at === 0} onClick={() => move(at, -1)}>
              {texts.moveUp}
            </ConsoleButton>
            <ConsoleButton
              isSmall
              look="quiet"
              disabled={at === items.length - 1}
              onClick={() => move(at, 1)}
            >
              {texts.moveDown}
            </ConsoleButton>
            <ConsoleButton
              isSmall
              look="quiet"
              onClick={() => onChange(items.filter((_one, index) => index !== at))}
            >
              {texts.remove}
            </ConsoleButton>
          </div>
        </div>
      ))}
      <ConsoleButton isSmall onClick={() => onChange([...items, create()])}>
        {addLabel}
      </ConsoleButton>
    </fieldset>
  );
}
