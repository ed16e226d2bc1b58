import { Fragment, useEffect, useState } from "react";
import { hasCommandKey } from "../../platform/console/key-presses.ts";
import { useOperatorPreferences } from "../../platform/console/operator-preferences.ts";
import { KeyCap } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { shellMessages } from "./messages.ts";
import { onOpenShortcutList, useShownShortcuts, type Shortcut } from "./shortcuts.ts";
import * as shellCss from "./shell.module.css";

/** “⌘K”, “Ctrl K”, “g a” as key caps. */
export const keyCaps = (keys: string): string[] =>
  keys.startsWith("mod+") ? [hasCommandKey() ? "⌘" : "Ctrl", keys.slice(4).toUpperCase()] : keys.split(" ");

/** List of the shortcuts that work on this page; `?` opens it. */
export function ShortcutList() {
  const [isOpen, setOpen] = useState(false);
  const { hasShortcuts } = useOperatorPreferences();
  const shortcuts = useShownShortcuts();
  useEffect(() => onOpenShortcutList(() => setOpen(true)), []);
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={shellMessages.shortcutList} isWide>
      <div className={utilityCss.stack}>
        {!hasShortcuts && <NoteBar tone="mute">{shellMessages.shortcutsOffHint}</NoteBar>}
        {groups.map((group) => (
          <section key={group} className={shellCss.keyGroup}>
            <h3 className={utilityCss.title}>{group}</h3>
            <dl className={shellCss.keys}>
              {shortcuts
                .filter((each) => each.group === group)
                .map((each) => (
                  <KeyLine key={each.keys} shortcut={each} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

const KeyLine = ({ shortcut: { keys, label } }: { shortcut: Shortcut }) => (
  <Fragment>
    <dt>
      {keyCaps(keys).map((cap) => (
        <KeyCap key={cap}>{cap}</KeyCap>
      ))}
    </dt>
    <dd>{label}</dd>
  </Fragment>
);
