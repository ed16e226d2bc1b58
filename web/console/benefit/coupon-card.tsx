import { useState } from "react";
import type { CouponState } from "#contract/benefit/benefit.ts";
import type { OperatorCoupon } from "#contract/console/benefits.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatWithYear } from "#contract/core/date-text.ts";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { FactList, type FactEntry } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay } from "../shell/index.ts";
import { extend, redeem, takeBack } from "./api.ts";
import { benefitPageMessages } from "./messages.ts";

const { coupon: texts, couponStates, undoDialog, extendDialog, done } = benefitPageMessages;
const tones: Readonly<Record<CouponState, Tone>> = {
  usable: "ok",
  soon: "warn",
  used: "mute",
  expired: "error",
};

type CouponProps = { coupon: OperatorCoupon; onChanged: (coupon: OperatorCoupon) => void };
type DialogProps = CouponProps & { onClose: () => void };

/** Facts of a coupon. */
function CouponFacts({ coupon }: { coupon: OperatorCoupon }) {
  const validity = texts.validText(formatWithYear(coupon.validFrom), formatWithYear(coupon.validTo));
  const facts: FactEntry[] = [
    [texts.value, coupon.value],
    [texts.condition, coupon.condition],
    [texts.place, coupon.summary],
    [texts.activity, coupon.activityTitle],
    [
      texts.holder,
      coupon.mobile === null ? null : (
        <span key="mobile" data-private>
          {coupon.mobile}
        </span>
      ),
    ],
    [
      texts.valid,
      <span key="valid" className={utilityCss.number}>
        {validity}
      </span>,
    ],
    [texts.used, coupon.usedTime === null ? null : formatWithYear(coupon.usedTime)],
    [texts.usedBy, coupon.usedTime === null ? null : (coupon.usedBy ?? texts.byOrder)],
  ];
  return <FactList facts={facts} />;
}

/** Asks before a redemption is taken back. */
const UndoDialog = ({ coupon, onChanged, onClose }: DialogProps) => (
  <ConfirmDialog
    isOpen
    title={undoDialog.title}
    text={undoDialog.text}
    confirm={undoDialog.title}
    onConfirm={async () => {
      onChanged(await takeBack(coupon.couponId, coupon.usedTime ?? ""));
      showResult(done.undone);
    }}
    onClose={onClose}
  />
);

/** Asks for the new last day of a coupon. */
function ExtendDialog({ coupon, onChanged, onClose }: DialogProps) {
  const [lastDay, setLastDay] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  async function save(): Promise<void> {
    try {
      const { couponId, validTo } = coupon;
      onChanged(await extend({ couponId, basedOn: validTo, lastDay }));
      showResult(done.extended);
    } catch (error) {
      setFault(error instanceof Refusal ? error.fields["lastDay"] : undefined);
      throw error;
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={extendDialog.title}
      text={extendDialog.text(formatWithYear(coupon.validTo))}
      confirm={extendDialog.confirm}
      isDisabled={!/^\d{4}-\d{2}-\d{2}$/.test(lastDay)}
      onConfirm={save}
      onClose={onClose}
    >
      <DateTimeInput
        isDay
        isRequired
        label={extendDialog.day}
        hint={extendDialog.dayHint}
        value={lastDay}
        onChange={setLastDay}
        {...(fault !== undefined && { error: fault })}
      />
    </ConfirmDialog>
  );
}

/** Acts on a coupon, as far as its state and the operator's rights allow them. */
function CouponActions({ coupon, onChanged }: CouponProps) {
  const [open, setOpen] = useState<"undo" | "extend" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const canRedeem = useMay("coupon.redeem", "one");
  const canExtend = useMay("benefit.write");
  const isUsable = (coupon.state === "usable" || coupon.state === "soon") && !coupon.isHeld;
  const onClose = (): void => setOpen(null);
  const run = async (act: () => Promise<OperatorCoupon>, result: string): Promise<OperatorCoupon | null> => {
    setBusy(true);
    try {
      const after = await act();
      onChanged(after);
      showResult(result);
      return after;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
      return null;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={utilityCss.row}>
      {canRedeem && isUsable && (
        <ConsoleButton
          look="primary"
          isBusy={isBusy}
          onClick={() => void run(() => redeem(coupon.couponId), done.redeemed)}
        >
          <CheckCircleIcon size={16} />
          {texts.redeem}
        </ConsoleButton>
      )}
      {canRedeem && coupon.usedBy !== null && (
        <ConsoleButton onClick={() => setOpen("undo")}>{texts.undo}</ConsoleButton>
      )}
      {canExtend && coupon.usedTime === null && !coupon.isEndReported && (
        <ConsoleButton onClick={() => setOpen("extend")}>{texts.extend}</ConsoleButton>
      )}
      {open === "undo" && <UndoDialog coupon={coupon} onChanged={onChanged} onClose={onClose} />}
      {open === "extend" && <ExtendDialog coupon={coupon} onChanged={onChanged} onClose={onClose} />}
    </div>
  );
}

/** One coupon that was found by its code. */
export const FoundCouponCard = ({ coupon, onChanged }: CouponProps) => (
  <Panel title={coupon.name} actions={<Badge tone={tones[coupon.state]}>{couponStates[coupon.state]}</Badge>}>
    <div className={utilityCss.stack}>
      <p className={`${utilityCss.number} ${utilityCss.secondary}`}>{texts.codeEnd(coupon.codeEnd)}</p>
      {coupon.isHeld && <NoteBar tone="warn">{texts.held}</NoteBar>}
      {coupon.lapsed !== null && <NoteBar tone="warn">{texts.lapsed[coupon.lapsed]}</NoteBar>}
      {coupon.isEndReported && coupon.usedTime === null && <NoteBar tone="mute">{texts.endReported}</NoteBar>}
      <CouponFacts coupon={coupon} />
      <CouponActions coupon={coupon} onChanged={onChanged} />
    </div>
  </Panel>
);
