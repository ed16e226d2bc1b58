import { isBlank } from "#contract/core/text.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clubLimits } from "#contract/club/limits.ts";
import type { GroupDetail } from "#contract/club/club.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { PictureField } from "../../ui/media/picture-field.tsx";
import { usePictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { saveGroup } from "./api.ts";
import { uploadCover } from "./upload-cover.ts";
import { TextArea } from "../shared/text-area.tsx";
import { useReload } from "../shared/use-reload.ts";
import { groupMessages } from "./messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";

/** Longest side of an uploaded cover, px: three times the width of a phone. */
const LONGEST_SIDE = 1290;
const { maxIntroLength, maxRulesLength } = clubLimits;

type EditGroupProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "intro" | "rules" | "coverUrl">;
  onClose: () => void;
};

/** Unsaved texts by group, since an accidental tap beside the sheet closes it. */
const unsavedTexts = new Map<string, { intro: string; rules: string }>();

/** Sheet in which the leader changes the cover, introduction and rules of a group (requirement P12). */
export default function EditGroup({ group, onClose }: EditGroupProps) {
  const { groupId, name, coverUrl } = group;
  const [{ intro, rules }, setText] = useState(() => unsavedTexts.get(groupId) ?? group);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const cover = usePictureUploads(1, LONGEST_SIDE, uploadCover(groupId, reload));
  // The picture id of an uploaded cover is its URL.
  const appliedKey = cover.items.find(({ pictureId }) => pictureId === coverUrl)?.key;
  const removeItem = useEffectEvent((key: number) => cover.remove(key));
  // Clears the selection when the group has the new cover, so that it can be changed again.
  useEffect(() => {
    if (appliedKey !== undefined) removeItem(appliedKey);
  }, [appliedKey]);
  const form = useRef<HTMLFormElement>(null);
  // Number of failed validations, each of which focuses the first invalid field.
  const [failures, setFailures] = useState(0);
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [failures]);
  const showErrors = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    setFailures((before) => before + 1);
  };
  const change = (part: { intro: string } | { rules: string }) => {
    const text = { intro, rules, ...part };
    unsavedTexts.set(groupId, text);
    setText(text);
    setErrors({});
  };
  const isTooLong = [...intro].length > maxIntroLength || [...rules].length > maxRulesLength;
  const save = async () => {
    if (cover.isBusy) return;
    if (isTooLong) return showErrors({});
    if (isBlank(intro)) return showErrors({ intro: groupMessages.edit.noIntro });
    setBusy(true);
    try {
      await saveGroup(send, { groupId, intro, rules });
      unsavedTexts.delete(groupId);
      showToast(groupMessages.edit.done);
      reload();
      onClose();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      // The call itself shows errors that belong to no field.
      showErrors(refusal.fields ?? {});
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet isOpen onClose={onClose} title={groupMessages.edit.title} isBusy={isBusy}>
      <form
        ref={form}
        className={`${overlayCss.body} ${fieldCss.fields}`}
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PictureField
          label={groupMessages.edit.cover}
          hint={groupMessages.edit.coverHint}
          pictures={cover}
          current={{ url: coverUrl, add: groupMessages.edit.changeCover }}
        />
        <TextArea
          id="group-intro"
          label={groupMessages.edit.intro}
          value={intro}
          onChange={(written) => change({ intro: written })}
          maxLength={maxIntroLength}
          rows={2}
          error={errors["intro"]}
        />
        <TextArea
          id="group-rules"
          label={groupMessages.edit.rules}
          placeholder={groupMessages.edit.rulesHint}
          value={rules}
          onChange={(written) => change({ rules: written })}
          maxLength={maxRulesLength}
          error={errors["rules"]}
        />
        <Button type="submit" isWide isBusy={isBusy || cover.isBusy}>
          {cover.isBusy ? groupMessages.edit.coverUploading : groupMessages.edit.save}
        </Button>
      </form>
    </Sheet>
  );
}
