import { useEffect, useEffectEvent, useState } from "react";
import { avatarDrawings, avatarDrawingUrl, type AvatarDrawing } from "#contract/session/avatar-drawings.ts";
import { FieldHint } from "../../ui/form/field.tsx";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { CameraIcon } from "../../ui/icons/form-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { usePictureUploads, type PictureItem } from "../../ui/media/use-picture-uploads.ts";
import type { ProfileChanges } from "./use-save-profile.ts";
import { profileMessages as texts } from "./messages.ts";
import * as profileCss from "./profile-sheet.module.css";

export type ChosenAvatar = NonNullable<ProfileChanges["avatar"]>;

/** Longest side of an uploaded portrait, px. */
const LONGEST_SIDE = 800;
const isDrawing = (value: string): value is AvatarDrawing => avatarDrawings.some((one) => one === value);

const progressOf = ({ phase, progress }: PictureItem): string | null => {
  if (phase === "preparing") return texts.preparing;
  if (phase === "sending") return texts.sending(Math.round(progress * 100));
  return phase === "sent" ? texts.sent : null;
};

/** The portrait as it will be shown. */
function Portrait({
  item,
  drawing,
  current,
}: {
  item: PictureItem | undefined;
  drawing: AvatarDrawing | null;
  current: string | null;
}) {
  if (item) return <img src={item.previewUrl || undefined} alt={texts.current} width={88} height={88} />;
  const url = drawing === null ? current : avatarDrawingUrl(drawing);
  if (url === null || url === "") return <PersonIcon size={32} />;
  return <ResponsivePicture url={url} width={88} height={88} alt={texts.current} isEager />;
}

type AvatarChoiceProps = {
  /** Address of the present picture; null: none. */
  current: string | null;
  onChoose: (avatar: ChosenAvatar | null) => void;
  onUploading: (isUploading: boolean) => void;
};

/** Chooses a drawing or uploads a picture; the upload begins at once and is used when the sheet is saved. */
export function AvatarChoice({ current, onChoose, onUploading }: AvatarChoiceProps) {
  const [drawing, setDrawing] = useState<AvatarDrawing | null>(null);
  // One more than is kept, since the next picture is added before the former is removed.
  const pictures = usePictureUploads(2, LONGEST_SIDE);
  const item = pictures.items.at(-1);
  const pictureId = item?.pictureId ?? undefined;
  const report = useEffectEvent((isBusy: boolean, sent: string | undefined) => {
    onUploading(isBusy);
    if (sent !== undefined) onChoose({ pictureId: sent });
  });
  useEffect(() => report(pictures.isBusy, pictureId), [pictures.isBusy, pictureId]);
  const removeAll = () => {
    for (const { key } of pictures.items) pictures.remove(key);
  };
  const chooseFile = (files: readonly File[]) => {
    if (files.length === 0) return;
    removeAll();
    setDrawing(null);
    onChoose(null);
    pictures.add(files.slice(0, 1));
  };
  return (
    <>
      <div className={profileCss.current}>
        <span className={profileCss.portrait}>
          <Portrait {...{ item, drawing, current }} />
        </span>
        <FieldHint
          id="portrait-state"
          error={item?.fault}
          hint={item ? (progressOf(item) ?? undefined) : undefined}
        />
      </div>
      <div className={profileCss.choices}>
        <label>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={texts.upload}
            onChange={({ target }) => {
              chooseFile([...(target.files ?? [])]);
              // Lets the same file be chosen again.
              target.value = "";
            }}
          />
          <span className={profileCss.upload}>
            <CameraIcon size={24} />
          </span>
          {texts.uploadShort}
        </label>
        <ChoiceGroup
          name="avatar"
          label={texts.pictures}
          className={profileCss.drawings}
          value={drawing ?? ""}
          choices={avatarDrawings.map((value) => ({
            value,
            content: (
              <>
                <img src={avatarDrawingUrl(value)} alt="" width={56} height={56} />
                {texts.drawings[value]}
              </>
            ),
          }))}
          onChoose={(value) => {
            if (!isDrawing(value)) return;
            removeAll();
            setDrawing(value);
            onChoose({ drawing: value });
          }}
        />
      </div>
    </>
  );
}
