import type { LocatedPlace } from "#contract/location/location.ts";
import type { User } from "../../http/pipeline/caller.ts";

/** An activity with the state of its process. */
export type FlowSubject = {
  readonly activityId: string;
  readonly isOffline: boolean;
  readonly processKey: string;
  readonly nodeKey: string;
  /** null: the activity has no process, only the base conditions apply */
  readonly process: { readonly version: number; readonly isEnabled: boolean } | null;
};
/** The activity facts of the engine; the sign-up reads all of them with its own query. Times in ms. */
export type FlowActivity = FlowSubject & {
  readonly signUpStartTime: number;
  readonly signUpEndTime: number;
  /** null: no limit */
  readonly quota: number | null;
  readonly taken: number;
};

/** The person who is evaluated. Rules see no other person, and no other properties of a user. */
export type FlowPerson = Pick<User, "hasMobile" | "mobile" | "owner" | "seriesCodes">;
/** Another activity that is a condition; its link is null if it is not published, so that nobody can sign up for it. */
type FlowTask = { readonly title: string; readonly link: string | null };

/** All inputs of a decision, including the time. */
export type FlowFacts = {
  /** ms */
  readonly now: number;
  /** null: a visitor */
  readonly person: FlowPerson | null;
  /** Location of the caller's IP address; looked up only if a node needs the region. */
  readonly place: LocatedPlace;
  readonly activity: FlowActivity;
  /** Whether a captcha pass came with the request; null if nothing is attempted yet */
  readonly hasCaptcha: boolean | null;
  /** Activities of steps that the person is signed up for. */
  readonly signedUp: ReadonlySet<string>;
  /** Activities of steps that exist. */
  readonly tasks: ReadonlyMap<string, FlowTask>;
  /** The person's values of the fields that nodes name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly seriesNames: ReadonlyMap<string, string>;
  /** URL of the page where a mobile is bound. */
  readonly bindLink: string;
  /** URL of the page where a person becomes a verified owner and adds cars. */
  readonly ownerLink: string;
  /** Resolves a task link to a URL; null if people may not be sent there (requirement N09). */
  readonly resolveLink: (link: string) => string | null;
};
