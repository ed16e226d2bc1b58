import { useEffect, useEffectEvent, useRef, useState } from "react";
import { communityLimits } from "#contract/community-limits.ts";
import type { GroupDetail } from "#contract/community.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Sheet } from "../ui/overlay.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { usePictures } from "../ui/use-pictures.ts";
import { writeGroup } from "./api.ts";
import { coverSender } from "./send-cover.ts";
import { TextArea } from "./text-area.tsx";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

/** Of the cover that is sent, px: three times as wide as a phone's screen is. */
const LONGEST_SIDE = 1290;
const { introMost, rulesMost } = communityLimits;

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
  const cover = usePictures(1, LONGEST_SIDE, coverSender(groupId, reload));
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
  const isTooLong = [...intro].length > introMost || [...rules].length > rulesMost;
  const save = async () => {
    if (cover.isBusy) return;
    if (isTooLong) return tell({});
    if (intro.trim() === "") return tell({ intro: words.edit.noIntro });
    setBusy(true);
    try {
      await writeGroup(send, { groupId, intro, rules });
      unsaved.delete(groupId);
      toast(words.edit.done);
      reload();
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      // What is no field's is told by the call itself; what was written stays.
      tell(refusal.fields ?? {});
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet isOpen onClose={onClose} title={words.edit.title} isBusy={isBusy}>
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
          label={words.edit.cover}
          hint={words.edit.coverHint}
          pictures={cover}
          now={{ url: coverUrl, add: words.edit.changeCover }}
        />
        <TextArea
          id="group-intro"
          label={words.edit.intro}
          value={intro}
          onChange={(written) => change({ intro: written })}
          most={introMost}
          rows={2}
          error={faults["intro"]}
        />
        <TextArea
          id="group-rules"
          label={words.edit.rules}
          placeholder={words.edit.rulesHint}
          value={rules}
          onChange={(written) => change({ rules: written })}
          most={rulesMost}
          error={faults["rules"]}
        />
        <Button type="submit" isWide isBusy={isBusy || cover.isBusy}>
          {cover.isBusy ? words.edit.coverGoes : words.edit.save}
        </Button>
      </form>
    </Sheet>
  );
}
