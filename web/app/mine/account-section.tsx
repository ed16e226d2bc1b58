import * as accountCss from "./account.module.css";
import { lazy, Suspense, useState } from "react";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button } from "../../ui/form/button.tsx";
import { PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { accountMessages } from "./account-messages.ts";
import { EraseAccount } from "../../privacy/erase-account.tsx";
import { ExportData } from "../../privacy/export-data.tsx";
import { SessionList } from "../../session/session-list.tsx";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const ProfileSheet = lazy(() => import("../../session/profile/profile-sheet.tsx"));

function Facts({ user }: { user: UserInfo }) {
  const [isEditing, setEditing] = useState(false);
  const { facts } = accountMessages;
  const shown = [
    [facts.nickname, chosenNickname(user.nickname) ?? facts.unset],
    [facts.mobile, user.mobile === null ? facts.none : maskMobile(user.mobile)],
    [facts.owner, user.owner ? facts.yes : facts.no],
    ...(user.vip ? [[facts.vip, user.vipLevel ?? facts.member] as const] : []),
  ] as const;
  return (
    <section className={fieldCss.block}>
      <h2>{accountMessages.account}</h2>
      <dl className={accountCss.facts}>
        {shown.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Button look="outline" size="small" className={accountCss.edit} onClick={() => setEditing(true)}>
        {accountMessages.edit}
      </Button>
      {isEditing && (
        <Suspense>
          <ProfileSheet user={user} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** The account page: facts, logged-in devices, export and erasure; a visitor can log in. */
export default function AccountSection() {
  const user = useUser();
  const { servicePhone } = useBrand();
  if (user === null)
    return (
      <EmptyState {...accountMessages.visitor}>
        <Button onClick={openAccountOrLogin}>{accountMessages.logIn}</Button>
      </EmptyState>
    );
  return (
    <div className={accountCss.account}>
      <Facts user={user} />
      <SessionList user={user} />
      <ExportData />
      <EraseAccount user={user} />
      <a className={accountCss.phone} href={`tel:${servicePhone}`}>
        <PhoneIcon size={20} />
        <span className={layoutCss.grow}>{accountMessages.service}</span>
        <span className={textCss.numeric}>{servicePhone}</span>
      </a>
    </div>
  );
}
