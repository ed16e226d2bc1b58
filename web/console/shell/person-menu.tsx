import { useNavigate } from "react-router";
import { operatorRoles } from "#contract/console/rights.ts";
import { changePreferences, useOperatorPreferences } from "../../platform/console/operator-preferences.ts";
import { leaveConsolePage } from "../../platform/console/page-facts.ts";
import { ActionMenu } from "../kit/controls/action-menu.tsx";
import { logOut } from "./api.ts";
import { shellMessages } from "./messages.ts";
import { useSession } from "./session-context.tsx";
import { openShortcutList } from "./shortcuts.ts";
import * as shellCss from "./shell.module.css";

/** The operator's menu: theme, height of rows, shortcuts, own logins, logging out. */
export function PersonMenu() {
  const { operator, grants } = useSession();
  const navigate = useNavigate();
  const { theme, isCompact, hasShortcuts } = useOperatorPreferences();
  const roles = [...new Set(grants.map(({ role }) => operatorRoles[role]))];
  const [first = ""] = roles;
  const role = roles.length > 1 ? shellMessages.andMoreRoles(first, roles.length) : first;
  const leave = async (): Promise<void> => {
    // An ended session is what is wanted.
    await logOut().catch(() => undefined);
    // The next operator's page begins with nothing of this one in memory.
    leaveConsolePage("/console/login");
  };
  return (
    <ActionMenu
      groups={[
        (["system", "light", "dark"] as const).map((each) => ({
          label: `${shellMessages.theme}：${shellMessages.themes[each]}`,
          isChosen: theme === each,
          onSelect: () => changePreferences({ theme: each }),
        })),
        [
          {
            label: shellMessages.compact,
            isChosen: isCompact,
            onSelect: () => changePreferences({ isCompact: !isCompact }),
          },
          {
            label: shellMessages.shortcutsOn,
            isChosen: hasShortcuts,
            onSelect: () => changePreferences({ hasShortcuts: !hasShortcuts }),
          },
          { label: shellMessages.shortcutList, onSelect: openShortcutList },
        ],
        [
          { label: shellMessages.ownLogins, onSelect: () => void navigate("/logins") },
          { label: shellMessages.logOut, onSelect: () => void leave() },
        ],
      ]}
      trigger={
        <button type="button" className={shellCss.person}>
          <span className={shellCss.disc} aria-hidden="true">
            {[...operator.name][0] ?? ""}
          </span>
          <span>
            {operator.name}
            <small>{role}</small>
          </span>
        </button>
      }
    />
  );
}
