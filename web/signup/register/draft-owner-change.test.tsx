import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { UserInfo } from "#contract/session/session.ts";
import { storeSignUpDraft, readSignUpDraft } from "./sign-up-draft.ts";
import { SignUpFormView } from "./sign-up-form.tsx";
import { field } from "../testing/sign-up-form.tsx";
import { activityId, actionsOf, fakeSend, sampleOffer, samplePerson } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";

const offer = sampleOffer({ asks: { series: false, dealer: false, session: false }, form: [] });
const before: UserInfo = { ...samplePerson, mobile: null };
const after: UserInfo = { ...samplePerson, openId: "open-2" };

/** Form whose user changes. @param onChange called just before the change */
function Changing({ onChange }: { onChange: () => void }) {
  const [person, setPerson] = useState(before);
  const { send } = fakeSend({});
  const change = () => {
    onChange();
    setPerson(after);
  };
  return (
    <>
      <button type="button" onClick={change}>
        becomes another
      </button>
      <SignUpFormView
        detail="/offline/1"
        user={person}
        actions={actionsOf(person)}
        channel={() => ({})}
        onSigned={() => {}}
        isSignedAfterAll={() => Promise.resolve(false)}
        {...{ offer, send }}
      />
    </>
  );
}
/** Fills in the form, then changes the user. */
async function changeHands(onChange: () => void): Promise<void> {
  show(<Changing onChange={onChange} />);
  await field("姓名").fill("林晓岚");
  await expect.poll(() => readSignUpDraft(activityId, before.openId)?.values.name).toBe("林晓岚");
  await page.getByRole("button", { name: "becomes another" }).click();
  await expect.element(page.getByText("138****5678")).toBeVisible();
}

beforeEach(() => sessionStorage.clear());

test("L21 I02 the bound mobile has an account: the person's draft stays, with its key", async () => {
  let key: string | undefined;
  await changeHands(() => {
    const kept = readSignUpDraft(activityId, before.openId);
    key = kept?.idempotencyKey;
    if (kept) storeSignUpDraft(activityId, { ...kept, openId: after.openId });
  });
  await expect.element(field("姓名")).toHaveValue("林晓岚");
  await field("姓名").fill("林晓岚岚");
  await expect.poll(() => readSignUpDraft(activityId, after.openId)?.values.name).toBe("林晓岚岚");
  expect(readSignUpDraft(activityId, after.openId)?.idempotencyKey).toBe(key);
});

test("L21 another person takes over the tab: an empty form", async () => {
  await changeHands(() => {});
  await expect.element(field("姓名")).toHaveValue("");
});
