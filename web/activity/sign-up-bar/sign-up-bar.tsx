import type { ReactNode } from "react";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { QrIcon } from "../../ui/icons/detail-icons.tsx";
import { DetailBar } from "../detail/detail-bar.tsx";
import type { SignUpBarState } from "./sign-up-bar-state.ts";
import type { Detail } from "../detail/use-detail.ts";
import type { SignUpBarModel } from "./use-sign-up-bar.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

type SignUpBarProps = {
  detail: Detail;
  model: SignUpBarModel;
  /** Telephone number for questions; null shows the share button instead. */
  phone: string | null;
  /** Replaces the sign-up button. */
  action?: ReactNode;
};

/** Class of elements that may change once the person's state is known (ui/styles/controls.module.css). */
const usePendingClass = ({ kind }: SignUpBarState): string =>
  !useHydrated() ? stateCss.untilKnown : kind === "asking" ? stateCss.pending : "";

/** Sticky bar of an activity with sign-ups (mockup 03-offline-states). */
export function SignUpBar({ detail, model, phone, action }: SignUpBarProps) {
  const { favourite, share } = detail;
  const pendingClass = usePendingClass(model.state);
  const isSigned = model.state.kind === "signed";
  return (
    <DetailBar
      onShare={isSigned || phone === null ? share : null}
      favourite={isSigned && phone !== null ? null : favourite}
      // With a ticket another tool replaces the favourite button.
      {...(phone !== null && { favouriteClass: pendingClass })}
      phone={phone}
    >
      {action ?? <SignUpButton {...{ detail, model }} />}
    </DetailBar>
  );
}

/** Sign-up button, for the bar or any other place of the page. */
export const SignUpButton = ({ detail, model }: Pick<SignUpBarProps, "detail" | "model">) => (
  <SignUpAction
    state={model.state}
    formAddress={model.formAddress}
    onApply={detail.trackSignUpTap}
    onRemind={detail.favourite.toggle}
    onConditions={() =>
      void raiseChallenge("eligibility", { activityId: detail.activity.activityId }).then(model.reload)
    }
  />
);

type SignUpActionProps = {
  state: SignUpBarState;
  /** Address of the form, and later of the ticket. */
  formAddress: string;
  /** Called on the tap that leads to the form. */
  onApply: () => void;
  /** Toggles the reminder of the opening. */
  onRemind: () => void;
  /** Shows the conditions and which of them are not met. */
  onConditions: () => void;
};

/**
 * The possible action, or the reason why there is none; the form is a link, so that it works without a
 * script.
 */
export function SignUpAction({ state, formAddress, onApply, onRemind, onConditions }: SignUpActionProps) {
  const { kind, label, note } = state;
  const className = `${layoutCss.grow} ${usePendingClass(state)}`;
  const text =
    note === null ? (
      label
    ) : (
      <span>
        {label}
        <small>{note}</small>
      </span>
    );
  // The form's page handles any result.
  if (kind === "asking")
    return (
      <ButtonLink
        className={className}
        to={formAddress}
        aria-label={label}
        aria-busy
        prefetch="none"
        onClick={onApply}
      />
    );
  if (kind === "open" || kind === "visitor" || kind === "offered")
    return (
      <ButtonLink
        className={className}
        to={formAddress}
        state={{ isApplying: true }}
        prefetch="intent"
        onClick={onApply}
      >
        {text}
      </ButtonLink>
    );
  if (kind === "signed")
    return (
      <ButtonLink className={className} look="tonal" to={formAddress} prefetch="intent">
        <QrIcon size={20} />
        {text}
      </ButtonLink>
    );
  if (kind === "barred")
    return (
      <Button className={className} look="outline" onClick={onConditions}>
        {text}
      </Button>
    );
  if (kind === "soon")
    return (
      <Button className={className} look="tonal" onClick={onRemind} data-tap="press" suppressHydrationWarning>
        {text}
      </Button>
    );
  if (kind === "full" || kind === "waiting")
    return (
      <ButtonLink className={className} look="outline" to={formAddress} prefetch="intent">
        {text}
      </ButtonLink>
    );
  return (
    <Button className={className} isBusy={kind === "busy"} disabled={kind !== "busy"}>
      {text}
    </Button>
  );
}
