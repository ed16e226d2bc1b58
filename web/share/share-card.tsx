import { useState } from "react";
import { Link } from "react-router";
import type { SharedLink } from "#contract/share/share.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { raiseChallenge } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/form/button.tsx";
import { formatCount } from "../ui/display/format.ts";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { loadCredits, sharedPagePath } from "./api.ts";
import { useKeyedLoad } from "./use-keyed-load.ts";
import { shareMessages } from "./messages.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as shareCss from "./share.module.css";
import * as textCss from "../ui/styles/text.module.css";

const load = (activityId: string) => loadCredits(send, activityId);

/** Referred users, newest first; loaded when expanded. */
function Credits({ activityId }: Pick<SharedLink, "activityId">) {
  const { value, hasFailed, reload } = useKeyedLoad(activityId, load);
  return (
    <div className={shareCss.visitors} aria-live="polite" aria-busy={value === null && !hasFailed}>
      {hasFailed && (
        <p className={`${textCss.small} ${textCss.secondary}`}>
          {shareMessages.failed}{" "}
          <Button look="quiet" size="tiny" onClick={reload}>
            {shareMessages.retry}
          </Button>
        </p>
      )}
      {value === null && !hasFailed && (
        <p className={`${textCss.small} ${textCss.secondary}`}>{shareMessages.loading}</p>
      )}
      {value?.length === 0 && (
        <p className={`${textCss.small} ${textCss.secondary}`}>{shareMessages.nobody}</p>
      )}
      {value !== null && value.length > 0 && (
        <ul>
          {value.map(({ kind, name, time }) => (
            <li key={`${kind} ${time} ${name}`}>
              <span>
                {name} {shareMessages.credit[kind]}
              </span>
              <time dateTime={time}>{formatShort(time)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A shared activity with the users it referred. */
export function ShareCard({ share }: { share: SharedLink }) {
  const [isOpen, setOpen] = useState(false);
  const { activityId, activityMode, title, coverUrl } = share;
  const invite = () =>
    void raiseChallenge("poster", {
      activityId,
      title,
      text: "",
      imageUrl: coverUrl,
      path: sharedPagePath(share),
    });
  return (
    <article className={`${contentCss.card} ${shareCss.card}`}>
      <Link className={shareCss.head} to={`/${activityMode}/${activityId}`} prefetch="intent">
        <ResponsivePicture url={coverUrl} width={84} height={56} />
        <h2 className={`${textCss.medium} ${textCss.twoLines}`}>
          <TitleText text={title} />
        </h2>
      </Link>
      <dl>
        {(["opens", "helps", "signUps", "leads"] as const).map((kind) => (
          <div key={kind}>
            <dt>{shareMessages.counts[kind]}</dt>
            <dd>{formatCount(share[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Button
          look="outline"
          size="small"
          className={layoutCss.grow}
          aria-expanded={isOpen}
          aria-label={shareMessages.whoFor(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {shareMessages.who}
        </Button>
        <Button
          size="small"
          className={layoutCss.grow}
          aria-label={shareMessages.inviteFor(title)}
          onClick={invite}
        >
          {shareMessages.invite}
        </Button>
      </div>
      {isOpen && <Credits activityId={activityId} />}
    </article>
  );
}
