import { useState } from "react";
import { Link } from "react-router";
import type { Share } from "#contract/share.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, formatShort } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { loadCredits, plainPath } from "./api.ts";
import { useLoaded } from "./use-loaded.ts";
import { words } from "./words.ts";

const load = (activityId: string) => loadCredits(send, activityId);

/** Who came, newest first; loaded when it is looked at. */
function Credits({ activityId }: Pick<Share, "activityId">) {
  const { value, hasFailed, reload } = useLoaded(activityId, load);
  return (
    <div className="who" aria-live="polite" aria-busy={value === null && !hasFailed}>
      {hasFailed && (
        <p className="bs c2">
          {words.failed}{" "}
          <Button look="quiet" size="tiny" onClick={reload}>
            {words.retry}
          </Button>
        </p>
      )}
      {value === null && !hasFailed && <p className="bs c2">{words.loading}</p>}
      {value?.length === 0 && <p className="bs c2">{words.nobody}</p>}
      {value !== null && value.length > 0 && (
        <ul>
          {value.map(({ kind, name, time }) => (
            <li key={`${kind} ${time} ${name}`}>
              <span>
                {name} {words.credit[kind]}
              </span>
              <time dateTime={time}>{formatShort(time)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** One activity that the person shares, with what came of it. */
export function ShareCard({ share }: { share: Share }) {
  const [isOpen, setOpen] = useState(false);
  const { activityId, activityMode, title, coverUrl } = share;
  const invite = () =>
    void raise("poster", { activityId, title, text: "", imageUrl: coverUrl, path: plainPath(share) });
  return (
    <article className="card shr-c">
      <Link className="hd" to={`/${activityMode}/${activityId}`} prefetch="intent">
        <Picture url={coverUrl} width={84} height={56} />
        <h2 className="md el2">{title}</h2>
      </Link>
      <dl>
        {(["opens", "helps", "signUps", "leads"] as const).map((kind) => (
          <div key={kind}>
            <dt>{words.counts[kind]}</dt>
            <dd>{formatCount(share[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className="row g3">
        <Button
          look="outline"
          size="small"
          className="f1"
          aria-expanded={isOpen}
          aria-label={words.whoFor(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {words.who}
        </Button>
        <Button size="small" className="f1" aria-label={words.inviteFor(title)} onClick={invite}>
          {words.invite}
        </Button>
      </div>
      {isOpen && <Credits activityId={activityId} />}
    </article>
  );
}
