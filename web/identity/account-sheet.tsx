import * as identityCss from "./identity.module.css";
import { useEffect, useState } from "react";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { startMobileBinding } from "../platform/login/bind-mobile.ts";
import { logOut, preloadLogOut } from "../platform/login/login.ts";
import { Button } from "../ui/form/button.tsx";
import { PersonIcon } from "../ui/icons/common-icons.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { identityMessages } from "./messages.ts";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** The user's account: name, mobile, logout (requirements G07, I01, I04). */
export function AccountSheet({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void preloadLogOut().catch(() => {}), []);
  const bind = async () => {
    setProblem(null);
    setProblem(await startMobileBinding().catch(() => identityMessages.failed));
  };
  const leave = () => {
    setLeaving(true);
    setProblem(null);
    logOut().catch(() => {
      setLeaving(false);
      setProblem(identityMessages.account.notLeft);
    });
  };
  return (
    <Sheet isOpen title={identityMessages.account.title} onClose={onClose} isBusy={isLeaving}>
      <div className={identityCss.login}>
        <div className={identityCss.reason}>
          <span className={identityCss.mark}>
            <PersonIcon />
          </span>
          <div className={layoutCss.grow}>
            <p className={`${textCss.title2} ${textCss.ellipsis}`}>
              {chosenNickname(user.nickname) ?? identityMessages.account.hello}
            </p>
            <p className={`${textCss.small} ${textCss.secondary} ${textCss.numeric}`}>
              {user.mobile === null ? identityMessages.account.noMobile : maskMobile(user.mobile)}
            </p>
          </div>
        </div>
        {problem !== null && <Notice kind="err">{problem}</Notice>}
        <div className={identityCss.fields}>
          {user.mobile === null && (
            <>
              <p className={`${textCss.small} ${textCss.secondary}`}>{identityMessages.account.bindWhy}</p>
              <Button isWide onClick={() => void bind()}>
                {identityMessages.account.bind}
              </Button>
            </>
          )}
          <Button look="outline" isWide isBusy={isLeaving} onClick={leave}>
            {identityMessages.account.logOut}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
