import { useState } from "react";
import { showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Button } from "../ui/form/button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { PictureField } from "../ui/media/picture-field.tsx";
import { usePictureUploads } from "../ui/media/use-picture-uploads.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { addEntry } from "./api.ts";
import { contestMessages } from "./messages.ts";
import * as fieldCss from "../ui/form/field.module.css";
import * as overlayCss from "../ui/overlay/overlay.module.css";

const texts = contestMessages.add;
/** Longest side of an uploaded picture, px. */
const LONGEST_SIDE = 2400;

type AddEntrySheetProps = {
  activityId: string;
  onClose: () => void;
  onAdded: () => void;
};

function AddEntryForm({
  activityId,
  onBusy,
  onAdded,
}: Pick<AddEntrySheetProps, "activityId" | "onAdded"> & {
  onBusy: (isBusy: boolean) => void;
}) {
  const pictures = usePictureUploads(1, LONGEST_SIDE);
  const [caption, setCaption] = useState("");
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const [pictureId] = pictures.ids;
    if (pictures.isBusy) return setFaults({ pictureId: texts.busy });
    if (pictureId === undefined) return setFaults({ pictureId: texts.needsPicture });
    setBusy(true);
    onBusy(true);
    try {
      const { state } = await addEntry(send, { id: activityId, pictureId, caption });
      showToast(state === "review" ? texts.inReview : texts.done);
      onAdded();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      setFaults(refusal.fields);
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  return (
    <form
      className={`${overlayCss.body} ${fieldCss.fields}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PictureField
        label={texts.picture}
        hint={texts.hint}
        isRequired
        error={faults["pictureId"]}
        pictures={pictures}
      />
      <TextField
        label={texts.caption}
        isRequired
        hint={texts.captionHint}
        value={caption}
        error={faults["caption"]}
        autoComplete="off"
        onChange={({ target }) => setCaption(target.value)}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {texts.send}
      </Button>
    </form>
  );
}

/** Adds an entry to an existing sign-up; the picture is resized in the browser. */
export function AddEntrySheet({ activityId, onClose, onAdded }: AddEntrySheetProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Sheet {...{ onClose, isBusy }} isOpen title={texts.title}>
      <AddEntryForm {...{ activityId, onAdded }} onBusy={setBusy} />
    </Sheet>
  );
}
