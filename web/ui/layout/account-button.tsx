import { chosenNickname } from "#contract/session/default-nickname.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { IconButton } from "../form/button.tsx";
import { PersonIcon } from "../icons/common-icons.tsx";
import { uiMessages } from "../messages.ts";
import * as frameWideCss from "../styles/frame-wide.module.css";
import * as layoutCss from "../styles/layout.module.css";
import * as textCss from "../styles/text.module.css";

/** Opens the account, or the login for a visitor. @param isIconOnly for phones */
export function AccountButton({ isIconOnly }: { isIconOnly?: boolean }) {
  const user = useUser();
  const name = user && chosenNickname(user.nickname);
  const account = name === null ? uiMessages.account : uiMessages.accountOf(name);
  const label = user ? account : uiMessages.logIn;
  const tap = { onClick: openAccountOrLogin, "data-tap": "press", suppressHydrationWarning: true };
  if (isIconOnly) return <IconButton {...tap} label={label} icon={<PersonIcon />} />;
  return (
    <button
      {...tap}
      type="button"
      className={`${layoutCss.row} ${layoutCss.gap1} ${textCss.small} ${textCss.medium} ${frameWideCss.entry}`}
      aria-label={label}
    >
      <PersonIcon size={20} />
      <span className={textCss.ellipsis}>{name ?? label}</span>
    </button>
  );
}
