import { Link } from "react-router";
import { Button, ButtonLink } from "../ui/button.tsx";
import { HeartFilledIcon, HeartIcon, PhoneIcon, QrIcon, ShareIcon } from "../ui/icons-of-things.tsx";
import { words } from "./detail-words.ts";
import type { SignUpBarState } from "./sign-up-bar-state.ts";

type SignUpBarProps = {
  state: SignUpBarState;
  /** Where the form and, afterwards, the ticket is. */
  formAddress: string;
  /** Shows what the activity asks for, and what of it is missing. */
  onConditions: () => void;
  /** Whom to ask. */
  phone: string;
  isFavourite: boolean;
  onFavourite: () => void;
  onShare: () => void;
  /** The way to the form is taken. */
  onApply: () => void;
};

/** The detail page's sticky bar (mockup 03-offline-states); the form is a link, so it works without the script. */
export const SignUpBar = ({
  state,
  formAddress,
  onConditions,
  phone,
  isFavourite,
  onFavourite,
  onShare,
  onApply,
}: SignUpBarProps) => (
  <div className="bar">
    <div className="in">
      {state.kind === "signed" ? (
        <button type="button" className="tool" onClick={onShare} data-tap="press" suppressHydrationWarning>
          <ShareIcon size={20} />
          {words.share}
        </button>
      ) : (
        <button
          type="button"
          className="tool"
          aria-pressed={isFavourite}
          onClick={onFavourite}
          data-tap="toggle"
          suppressHydrationWarning
        >
          {isFavourite ? <HeartFilledIcon size={20} /> : <HeartIcon size={20} />}
          {words.favourite}
        </button>
      )}
      <a className="tool" href={`tel:${phone}`}>
        <PhoneIcon size={20} />
        {words.consult}
      </a>
      <Action {...{ state, formAddress, onApply, onConditions }} />
    </div>
  </div>
);

/** The one thing to do, or why there is none. */
function Action({
  state,
  formAddress,
  onApply,
  onConditions,
}: Pick<SignUpBarProps, "state" | "formAddress" | "onApply" | "onConditions">) {
  const { kind, label, note } = state;
  const text =
    note === null ? (
      label
    ) : (
      <span>
        {label}
        <small>{note}</small>
      </span>
    );
  if (kind === "open" || kind === "visitor")
    return (
      <ButtonLink
        className="f1"
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
      <ButtonLink className="f1" look="tonal" to={formAddress} prefetch="intent">
        <QrIcon size={20} />
        {text}
      </ButtonLink>
    );
  if (kind === "barred")
    return (
      <Button className="f1" look="outline" onClick={onConditions}>
        {text}
      </Button>
    );
  if (kind === "full")
    return (
      <Link className="btn o f1 ctr" to="/list">
        {text}
      </Link>
    );
  return (
    <Button className="f1" isBusy={kind === "busy"} disabled={kind !== "busy"}>
      {text}
    </Button>
  );
}
