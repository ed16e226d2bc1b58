import { Menu } from "@base-ui/react/menu";
import { CheckIcon } from "../../../ui/icons/form-icons.tsx";
import { ToolButton } from "../controls/console-button.tsx";
import { ColumnsIcon } from "../controls/console-icons.tsx";
import * as controlsCss from "../controls/controls.module.css";
import { kitMessages } from "../messages.ts";
import { standardColumns, type Column } from "./column.ts";

type ColumnChooserProps<R> = {
  columns: readonly Column<R>[];
  /** Ids of the shown columns; absent: the standard ones. */
  shown: readonly string[] | undefined;
  onChange: (shown: string[]) => void;
};

/** Menu with a tick for each column; the first one always stays. */
export function ColumnChooser<R>({ columns, shown, onChange }: ColumnChooserProps<R>) {
  const [, ...rest] = columns;
  const chosen = new Set(shown ?? standardColumns(columns));
  const toggle = (id: string, isShown: boolean): void =>
    onChange(columns.map((column) => column.id).filter((each) => (each === id ? isShown : chosen.has(each))));
  return (
    <Menu.Root>
      <Menu.Trigger
        render={<ToolButton label={kitMessages.chooseColumns} icon={<ColumnsIcon size={20} />} />}
      />
      <Menu.Portal>
        <Menu.Positioner className={controlsCss.menuLayer} sideOffset={6} align="end">
          <Menu.Popup className={controlsCss.menu}>
            {rest.map(({ id, label }) => (
              <Menu.CheckboxItem
                key={id}
                className={controlsCss.menuItem}
                checked={chosen.has(id)}
                onCheckedChange={(isShown) => toggle(id, isShown)}
              >
                {label}
                <Menu.CheckboxItemIndicator className={controlsCss.menuMark}>
                  <CheckIcon size={16} />
                </Menu.CheckboxItemIndicator>
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
