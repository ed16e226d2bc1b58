import type { LocatedPlace } from "#contract/location/location.ts";
import type { User } from "../../http/pipeline/caller.ts";

/** Which process an activity has. */
export type FlowSubject = {
  readonly activityId: string;
  readonly isOffline: boolean;
  readonly processKey: string;
  readonly nodeKey: string;
  /** null: the activity has no process of its own and is open to whoever its base conditions let in. */
  readonly process: { readonly version: number; readonly isEnabled: boolean } | null;
};
/** What the engine needs to know of an activity; a sign-up's own row has all of it. Times in ms. */
export type FlowActivity = FlowSubject & {
  readonly signUpStartTime: number;
  readonly signUpEndTime: number;
  /** null: no limit */
  readonly quota: number | null;
  readonly taken: number;
};

/** What is known of the one person who is judged; rules see nobody else, and of a user only this. */
export type FlowPerson = Pick<User, "hasMobile" | "mobile" | "owner" | "seriesCodes">;
/** Another activity that a step asks for; its link is null where it is not shown, so that nobody can do it now. */
export type FlowTask = { readonly title: string; readonly link: string | null };

/** Everything a decision is made from; time is among it. */
export type FlowFacts = {
  /** ms */
  readonly now: number;
  /** null: a visitor */
  readonly person: FlowPerson | null;
  /** Where the caller's address is; looked up only for nodes that ask for a region. */
  readonly place: LocatedPlace;
  readonly activity: FlowActivity;
  /** Whether a solved slider came along; null where nothing is attempted yet. */
  readonly hasCaptcha: boolean | null;
  /** Of the activities that steps name, those the person is signed up for. */
  readonly signedUp: ReadonlySet<string>;
  /** Of the activities that steps name, those there are. */
  readonly tasks: ReadonlyMap<string, FlowTask>;
  /** Of the fields that nodes name, the person's own values. */
  readonly fields: ReadonlyMap<string, string>;
  readonly seriesNames: ReadonlyMap<string, string>;
  /** Where a mobile is bound; a full URL. */
  readonly bindLink: string;
  /** Where a person becomes a verified owner, and adds cars; a full URL. */
  readonly ownerLink: string;
  /** A task link as a full URL, null where people may not be sent there (requirement N09). */
  readonly resolveLink: (link: string) => string | null;
};
