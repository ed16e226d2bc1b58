import * as mineCss from "./mine.module.css";
import { lazy, Suspense, useState } from "react";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { CrownIcon } from "../../ui/icons/profile-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { mineMessages } from "./messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const ProfileSheet = lazy(() => import("../../session/profile/profile-sheet.tsx"));

/** Name and picture of the person, which open their editor, or a login button. */
export function Profile() {
  const user = useUser();
  const [isEditing, setEditing] = useState(false);
  if (user === null)
    return (
      <button
        type="button"
        className={mineCss.person}
        onClick={openAccountOrLogin}
        data-tap="press"
        suppressHydrationWarning
      >
        <span className={mineCss.avatar}>
          <PersonIcon size={24} />
        </span>
        <span className={layoutCss.grow}>
          <b className={textCss.title1}>{mineMessages.logIn}</b>
          <small>{mineMessages.logInText}</small>
        </span>
      </button>
    );
  const name = chosenNickname(user.nickname);
  return (
    <>
      <button type="button" className={mineCss.person} onClick={() => setEditing(true)} data-tap="press">
        <span className={mineCss.avatar}>
          {user.avatar === null ? (
            <PersonIcon size={24} />
          ) : (
            <ResponsivePicture url={user.avatar} width={64} height={64} alt={mineMessages.avatar} />
          )}
        </span>
        <span className={layoutCss.grow}>
          <b className={`${textCss.title1} ${textCss.ellipsis} ${mineCss.name}`}>
            {name ?? mineMessages.hello}
          </b>
          <small>
            {user.mobile !== null && (
              <span className={textCss.numeric}>{`${maskMobile(user.mobile)} · `}</span>
            )}
            {name === null ? mineMessages.setName : mineMessages.edit}
          </small>
        </span>
        {(user.vip || user.owner) && (
          <span className={mineCss.badges}>
            {user.vip && (
              <span className={mineCss.ownerBadge}>
                <CrownIcon size={16} />
                {mineMessages.vip(user.vipLevel)}
              </span>
            )}
            {user.owner && (
              <span className={mineCss.ownerBadge}>
                {!user.vip && <CrownIcon size={16} />}
                {mineMessages.owner}
              </span>
            )}
          </span>
        )}
      </button>
      {isEditing && (
        <Suspense>
          <ProfileSheet user={user} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
