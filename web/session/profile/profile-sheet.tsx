import { useId, useState } from "react";
import { countCharacters } from "#contract/core/characters.ts";
import { MAX_OWN_NICKNAME } from "#contract/session/profile.ts";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { FieldHint, TextField } from "../../ui/form/field.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { AvatarChoice, type ChosenAvatar } from "./avatar-choice.tsx";
import { profileMessages as texts } from "./messages.ts";
import { useSaveProfile, type ProfileChanges } from "./use-save-profile.ts";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as profileCss from "./profile-sheet.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type ProfileSheetProps = { user: UserInfo; onClose: () => void };

/** Differences from the person's present nickname and picture; an emptied nickname brings back the login's. */
function changesOf(user: UserInfo, typed: string, avatar: ChosenAvatar | null): ProfileChanges {
  const nickname = typed.trim();
  const isSame = nickname === (chosenNickname(user.nickname) ?? "");
  const isCleared = nickname === "" && user.ownNickname === true;
  return {
    ...(!isSame && (nickname !== "" || isCleared) && { nickname: isCleared ? null : nickname }),
    ...(avatar !== null && { avatar }),
  };
}

/** Changes the person's nickname and picture (requirement I08). */
export default function ProfileSheet({ user, onClose }: ProfileSheetProps) {
  const [nickname, setNickname] = useState(chosenNickname(user.nickname) ?? "");
  const [avatar, setAvatar] = useState<ChosenAvatar | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { save, isBusy, faults, setFaults } = useSaveProfile(onClose);
  const avatarHint = useId();
  const submit = () => {
    if (isUploading) return setFaults({ avatar: texts.busy });
    void save(changesOf(user, nickname, avatar), texts.saved);
  };
  const restore = () =>
    void save(
      { ...(user.ownNickname && { nickname: null }), ...(user.ownAvatar && { avatar: null }) },
      texts.restored,
    );
  return (
    <Sheet isOpen title={texts.title} onClose={onClose} isBusy={isBusy}>
      <form
        className={`${overlayCss.body} ${profileCss.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit();
        }}
      >
        <AvatarChoice
          current={user.avatar}
          onChoose={(chosen) => {
            setAvatar(chosen);
            setFaults({});
          }}
          onUploading={setUploading}
        />
        <FieldHint id={avatarHint} error={faults["avatar"]} />
        <TextField
          label={texts.nickname}
          aside={
            <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.numeric}`}>
              {countCharacters(nickname.trim())}/{MAX_OWN_NICKNAME}
            </span>
          }
          value={nickname}
          placeholder={texts.placeholder}
          hint={texts.hint}
          error={faults["nickname"]}
          autoComplete="nickname"
          enterKeyHint="done"
          onChange={({ target }) => setNickname(target.value)}
        />
        <Button type="submit" isWide isBusy={isBusy}>
          {texts.save}
        </Button>
        {(user.ownNickname || user.ownAvatar) && (
          <Button look="quiet" isWide disabled={isBusy} onClick={restore}>
            {texts.restore}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
