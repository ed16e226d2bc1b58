import type { ClubPerson } from "#contract/console/club/shapes.ts";
import { Badge } from "../kit/display/badge.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { clubPageMessages } from "./messages.ts";

/** Masked name of a member, with a badge while they are barred. */
export const PersonCell = ({ person }: { person: ClubPerson | null }) =>
  person === null ? (
    <span className={utilityCss.secondary}>{clubPageMessages.nobody}</span>
  ) : (
    <span className={utilityCss.row}>
      <span data-private>{person.name}</span>
      {person.isBarred && <Badge tone="error">{clubPageMessages.isBarred}</Badge>}
    </span>
  );
