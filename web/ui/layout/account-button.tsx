import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { IconButton } from "../form/button.tsx";
import { PersonIcon } from "../icons/common-icons.tsx";
import { uiMessages } from "../messages.ts";

/** The person's own button: opens the account, or logging in. @param isIconOnly on a phone */
export function AccountButton({ isIconOnly }: { isIconOnly?: boolean }) {
  const user = useUser();
  const label = user ? uiMessages.account(user.nickname) : uiMessages.logIn;
  const tap = { onClick: openAccountOrLogin, "data-tap": "press", suppressHydrationWarning: true };
  if (isIconOnly) return <IconButton {...tap} label={label} icon={<PersonIcon />} />;
  return (
    <button {...tap} type="button" className="row g1 bs md who" aria-label={label}>
      <PersonIcon size={20} />
      <span className="el1">{user?.nickname ?? uiMessages.logIn}</span>
    </button>
  );
}
