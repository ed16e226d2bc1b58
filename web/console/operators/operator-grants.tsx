import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listOperators, type ListedOperator } from "#contract/console/operators.ts";
import { operatorRoles } from "#contract/console/rights.ts";
import type { GrantView } from "#contract/console/session.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { KeyIcon } from "../kit/controls/console-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { scopeWords } from "../kit/display/scope-words.ts";
import { showResult } from "../kit/feedback/toasts.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay } from "../shell/index.ts";
import { saveGrants } from "./api.ts";
import { emptyGrant, GrantForm, grantOf } from "./grant-form.tsx";
import { operatorMessages as messages } from "./messages.ts";
import * as operatorsCss from "./operators.module.css";

/** Grants of an operator, and a form for a further one. */
export function OperatorGrants({ operator }: { operator: ListedOperator }) {
  const mayManage = useMay("operator.manage");
  const client = useQueryClient();
  const [typed, setTyped] = useState(emptyGrant);
  const given = operator.grants.filter(({ source }) => source === "hand");
  const added = grantOf(typed);
  const { mutate, isPending, error } = useMutation({
    mutationFn: saveGrants,
    onSuccess: () => {
      setTyped(emptyGrant);
      showResult(messages.grantChanged);
    },
    // Also after a refusal: a colleague may have changed them.
    onSettled: () => client.invalidateQueries({ queryKey: [listOperators.name] }),
  });
  const save = (grants: readonly Pick<GrantView, "role" | "scope">[]): void =>
    mutate({
      operatorId: operator.operatorId,
      basedOn: operator.revision,
      grants: grants.map(({ role, scope }) => ({ role, scope })),
    });
  return (
    <>
      <section>
        <h3>{messages.grants}</h3>
        <ul className={operatorsCss.grants}>
          {operator.grants.map((grant) => (
            <li key={grant.grantId}>
              <span>
                {operatorRoles[grant.role]}
                <small>{scopeWords(grant.scope)}</small>
              </span>
              {grant.source === "directory" || operator.isSelf || !mayManage ? (
                <small>{grant.source === "directory" ? messages.fromDirectory : messages.fromHand}</small>
              ) : (
                <ConsoleButton
                  look="quiet"
                  isSmall
                  aria-label={messages.takeBackOne(operatorRoles[grant.role])}
                  isBusy={isPending}
                  onClick={() => save(given.filter(({ grantId }) => grantId !== grant.grantId))}
                >
                  {messages.takeBack}
                </ConsoleButton>
              )}
            </li>
          ))}
        </ul>
        {operator.grants.length === 0 && <p className={utilityCss.secondary}>{messages.noGrants}</p>}
        <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{messages.grantsHint}</p>
      </section>
      {operator.isSelf && <NoteBar tone="mute">{messages.ownGrants}</NoteBar>}
      {error !== null && <NoteBar tone="error">{error.message}</NoteBar>}
      {mayManage && !operator.isSelf && (
        <section className={utilityCss.stack}>
          <h3>
            {messages.addGrant} · {messages.needsStepUp}
          </h3>
          <GrantForm value={typed} onChange={setTyped} />
          <ConsoleButton
            look="primary"
            isWide
            isBusy={isPending}
            disabled={added === null}
            onClick={() => added !== null && save([...given, added])}
          >
            <KeyIcon size={16} />
            {messages.grant}
          </ConsoleButton>
        </section>
      )}
    </>
  );
}
