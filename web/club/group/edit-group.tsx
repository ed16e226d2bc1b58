import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clubLimits } from "#contract/club/limits.ts";
import type { GroupDetail } from "#contract/club/club.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { PictureField } from "../../ui/media/picture-field.tsx";
import { usePictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { saveGroup } from "../api.ts";
import { uploadCover } from "./upload-cover.ts";
import { TextArea } from "../shared/text-area.tsx";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";

/** Of the cover that is sent, px: three times as wide as a phone's screen is. */
const LONGEST_SIDE = 1290;
const { maxIntroLength, maxRulesLength } = clubLimits;

type EditGroupProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "intro" | "rules" | "coverUrl">;
  onClose: () => void;
};

/** What was written and not saved, by group: a sheet is put away by a tap beside it. */
const unsaved = new Map<string, { intro: string; rules: string }>();

/** Who leads a group changes its cover, what it says of itself, and what is agreed on in it (requirement P12). */
export default function EditGroup({ group, onClose }: EditGroupProps) {
  const { groupId, name, coverUrl } = group;
  const [{ intro, rules }, setText] = useState(() => unsaved.get(groupId) ?? group);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const cover = usePictureUploads(1, LONGEST_SIDE, uploadCover(groupId, reload));
  // What a cover is sent for is its address.
  const shown = cover.items.find(({ pictureId }) => pictureId === coverUrl)?.key;
  const settle = useEffectEvent((key: number) => cover.remove(key));
  // On show as the group's own it is no longer one that is being chosen, and may be changed again.
  useEffect(() => {
    if (shown !== undefined) settle(shown);
  }, [shown]);
  const form = useRef<HTMLFormElement>(null);
  // How often something was found wrong: then the first of it has the focus.
  const [turn, setTurn] = useState(0);
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [turn]);
  const tell = (found: Readonly<Record<string, string>>) => {
    setFaults(found);
    setTurn((before) => before + 1);
  };
  const change = (part: { intro: string } | { rules: string }) => {
    const text = { intro, rules, ...part };
    unsaved.set(groupId, text);
    setText(text);
    setFaults({});
  };
  const isTooLong = [...intro].length > maxIntroLength || [...rules].length > maxRulesLength;
  const save = async () => {
    if (cover.isBusy) return;
    if (isTooLong) return tell({});
    if (intro.trim() === "") return tell({ intro: clubMessages.edit.noIntro });
    setBusy(true);
    try {
      await saveGroup(send, { groupId, intro, rules });
      unsaved.delete(groupId);
      showToast(clubMessages.edit.done);
      reload();
      onClose();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      // What is no field's is told by the call itself; what was written stays.
      tell(refusal.fields ?? {});
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet isOpen onClose={onClose} title={clubMessages.edit.title} isBusy={isBusy}>
      <form
        ref={form}
        className="bd flds"
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PictureField
          label={clubMessages.edit.cover}
          hint={clubMessages.edit.coverHint}
          pictures={cover}
          now={{ url: coverUrl, add: clubMessages.edit.changeCover }}
        />
        <TextArea
          id="group-intro"
          label={clubMessages.edit.intro}
          value={intro}
          onChange={(written) => change({ intro: written })}
          most={maxIntroLength}
          rows={2}
          error={faults["intro"]}
        />
        <TextArea
          id="group-rules"
          label={clubMessages.edit.rules}
          placeholder={clubMessages.edit.rulesHint}
          value={rules}
          onChange={(written) => change({ rules: written })}
          most={maxRulesLength}
          error={faults["rules"]}
        />
        <Button type="submit" isWide isBusy={isBusy || cover.isBusy}>
          {cover.isBusy ? clubMessages.edit.coverGoes : clubMessages.edit.save}
        </Button>
      </form>
    </Sheet>
  );
}
