import * as mineCss from "./mine.module.css";
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

/** Name and picture of the person, or a login button. */
export function Profile() {
  const user = useUser();
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
  return (
    <div className={mineCss.person}>
      <span className={mineCss.avatar}>
        {user.avatar === null ? (
          <PersonIcon size={24} />
        ) : (
          <ResponsivePicture url={user.avatar} width={64} height={64} alt={mineMessages.avatar} />
        )}
      </span>
      <div className={layoutCss.grow}>
        <p className={`${textCss.title1} ${textCss.ellipsis}`}>
          {chosenNickname(user.nickname) ?? mineMessages.hello}
        </p>
        {user.mobile !== null && <small className={textCss.numeric}>{maskMobile(user.mobile)}</small>}
      </div>
      {(user.vip || user.owner) && (
        <div className={mineCss.badges}>
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
        </div>
      )}
    </div>
  );
}
