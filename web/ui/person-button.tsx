import { openPerson } from "../platform/login/person.ts";
import { useUser } from "../platform/login/use-user.ts";
import { IconButton } from "./button.tsx";
import { PersonIcon } from "./icons.tsx";
import { words } from "./words.ts";

/** The person's own button: opens the account, or logging in. @param isIconOnly on a phone */
export function PersonButton({ isIconOnly }: { isIconOnly?: boolean }) {
  const user = useUser();
  const label = user ? words.account(user.nickname) : words.logIn;
  const tap = { onClick: openPerson, "data-tap": "press", suppressHydrationWarning: true };
  if (isIconOnly) return <IconButton {...tap} label={label} icon={<PersonIcon />} />;
  return (
    <button {...tap} type="button" className="row g1 bs md who" aria-label={label}>
      <PersonIcon size={20} />
      <span className="el1">{user?.nickname ?? words.logIn}</span>
    </button>
  );
}
