import { Fragment, type ReactElement } from "react";
import { Menu } from "@base-ui/react/menu";
import { classNames } from "../../../ui/styles/class-names.ts";
import { CheckIcon } from "../../../ui/icons/form-icons.tsx";
import { DotsIcon } from "../controls/console-icons.tsx";
import { kitMessages } from "../messages.ts";
import { ToolButton } from "./console-button.tsx";
import * as controlsCss from "./controls.module.css";

export type MenuAction = {
  readonly label: string;
  readonly onSelect: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Shows a tick; for choices. */
  readonly isChosen?: boolean;
};
/** Actions in groups, with a line between them. */
type MenuGroups = readonly (readonly MenuAction[])[];

const Item = ({ label, onSelect, isDanger = false, isDisabled = false, isChosen }: MenuAction) => (
  <Menu.Item
    className={classNames(controlsCss.menuItem, isDanger && controlsCss.danger)}
    disabled={isDisabled}
    onClick={onSelect}
  >
    {label}
    {isChosen === true && (
      <span className={controlsCss.menuMark}>
        <CheckIcon size={16} />
      </span>
    )}
  </Menu.Item>
);

type ActionMenuProps = {
  groups: MenuGroups;
  /** Button that opens the menu; default: ⋯ named 更多操作. */
  trigger?: ReactElement;
  label?: string;
  align?: "start" | "end";
};

/** Menu of actions behind a button. */
export const ActionMenu = ({ groups, trigger, label, align = "end" }: ActionMenuProps) => (
  <Menu.Root>
    <Menu.Trigger
      render={
        trigger ?? (
          <ToolButton isSmall label={label ?? kitMessages.moreActions} icon={<DotsIcon size={16} />} />
        )
      }
    />
    <Menu.Portal>
      <Menu.Positioner className={controlsCss.menuLayer} sideOffset={6} align={align}>
        <Menu.Popup className={controlsCss.menu}>
          {groups.map((actions, index) => (
            <Fragment key={actions[0]?.label ?? index}>
              {index > 0 && <Menu.Separator className={controlsCss.menuLine} />}
              {actions.map((action) => (
                <Item key={action.label} {...action} />
              ))}
            </Fragment>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
