import { useState } from "react";
import { operatorRoles, type OperatorRole } from "#contract/console/rights.ts";
import type { SavedView } from "#contract/console/views.ts";
import { PlusIcon } from "../../../ui/icons/mall-icons.tsx";
import { ActionMenu } from "../controls/action-menu.tsx";
import { ConsoleButton } from "../controls/console-button.tsx";
import { SelectInput } from "../form/select-input.tsx";
import { TickInput } from "../form/switch-input.tsx";
import { TextInput } from "../form/text-input.tsx";
import { kitMessages } from "../messages.ts";
import { ConfirmDialog } from "../overlay/confirm-dialog.tsx";
import * as listCss from "./list.module.css";

type NewView = {
  readonly name: string;
  /** Role with which it is shared; null: the operator's own only. */
  readonly sharedRole: OperatorRole | null;
  readonly isDefault: boolean;
};
/** Views of a list and their acts; `useSavedViews` of the shell gives them. */
export type SavedViews = {
  readonly views: readonly SavedView[];
  /** Roles of the operator, with which views may be shared. */
  readonly roles: readonly OperatorRole[];
  /** Keeps the shown filters, sort and columns. @throws Refusal */
  save(view: NewView): Promise<void>;
  remove(viewId: string): void;
  makeDefault(viewId: string): void;
};

type ViewTabsProps = SavedViews & {
  /** Id of the shown view; null: 全部. */
  current: string | null;
  onShow: (view: SavedView | null) => void;
  /** The button for saving stands elsewhere (`SaveViewButton`). */
  isSavedElsewhere?: boolean;
};

/** Saved views of a list side by side, with 全部 before them. */
export function ViewTabs({ views, current, onShow, remove, makeDefault, ...rest }: ViewTabsProps) {
  const [isSaving, setSaving] = useState(false);
  const isKnown = views.some(({ viewId }) => viewId === current);
  return (
    <fieldset className={listCss.views} aria-label={kitMessages.savedViews}>
      <ViewTab name={kitMessages.all} isCurrent={!isKnown} onShow={() => onShow(null)} />
      {views.map((view) => (
        <ViewTab
          key={view.viewId}
          name={view.name}
          isCurrent={current === view.viewId}
          onShow={() => onShow(view)}
          onDefault={() => makeDefault(view.viewId)}
          {...(view.isOwn && { onRemove: () => remove(view.viewId) })}
        />
      ))}
      {rest.isSavedElsewhere !== true && (
        <button type="button" className={listCss.addView} onClick={() => setSaving(true)}>
          <PlusIcon size={16} />
          {kitMessages.saveView}
        </button>
      )}
      {isSaving && <SaveDialog roles={rest.roles} onSave={rest.save} onClose={() => setSaving(false)} />}
    </fieldset>
  );
}

/** Button that keeps what is shown as a view, for a page's head. */
export function SaveViewButton({ roles, save }: Pick<SavedViews, "roles" | "save">) {
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <ConsoleButton onClick={() => setSaving(true)}>{kitMessages.saveView}</ConsoleButton>
      {isSaving && <SaveDialog roles={roles} onSave={save} onClose={() => setSaving(false)} />}
    </>
  );
}

type ViewTabProps = {
  name: string;
  isCurrent: boolean;
  onShow: () => void;
  onDefault?: () => void;
  onRemove?: () => void;
};
const ViewTab = ({ name, isCurrent, onShow, onDefault, onRemove }: ViewTabProps) => (
  <span className={listCss.view} data-current={isCurrent ? "" : undefined}>
    <button type="button" aria-pressed={isCurrent} onClick={onShow}>
      {name}
    </button>
    {isCurrent && onDefault && (
      <ActionMenu
        label={kitMessages.viewActions(name)}
        groups={[
          [{ label: kitMessages.makeDefault, onSelect: onDefault }],
          ...(onRemove ? [[{ label: kitMessages.deleteView, onSelect: onRemove, isDanger: true }]] : []),
        ]}
      />
    )}
  </span>
);

type SaveDialogProps = Pick<SavedViews, "roles"> & { onSave: SavedViews["save"]; onClose: () => void };
function SaveDialog({ roles, onSave, onClose }: SaveDialogProps) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<OperatorRole | "">("");
  const [isDefault, setDefault] = useState(false);
  return (
    <ConfirmDialog
      isOpen
      title={kitMessages.saveView}
      confirm={kitMessages.save}
      isDisabled={name.trim() === ""}
      onConfirm={() => onSave({ name: name.trim(), sharedRole: role === "" ? null : role, isDefault })}
      onClose={onClose}
    >
      <TextInput label={kitMessages.viewName} value={name} onChange={setName} isRequired />
      <SelectInput
        label={kitMessages.shareView}
        placeholder={kitMessages.notShared}
        options={roles.map((each) => ({ value: each, label: operatorRoles[each] }))}
        value={role}
        onChange={setRole}
      />
      <TickInput label={kitMessages.makeDefault} value={isDefault} onChange={setDefault} />
    </ConfirmDialog>
  );
}
