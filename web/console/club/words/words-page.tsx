import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Refusal } from "#contract/core/errors.ts";
import type { ClubWords } from "#contract/console/club/words.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { isBlank } from "#contract/core/text.ts";
import { CloseIcon, SearchIcon } from "../../../ui/icons/common-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ConsoleButton, ToolButton } from "../../kit/controls/console-button.tsx";
import { DocumentIcon } from "../../kit/controls/console-icons.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { ConsolePage, useMay } from "../../shell/index.ts";
import { addWords, clubKeys, loadWords, removeWord, tryText } from "../api.ts";
import * as clubCss from "../club.module.css";
import { clubPageMessages } from "../messages.ts";
import { wordMessages as texts } from "./messages.ts";

/** Words of a pasted list: one a line, or separated by commas. */
export const splitWords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
];

/** Adds the words of a pasted list. */
function AddWords({ onAdded }: { onAdded: () => Promise<void> }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function add(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const { added, known } = await addWords(splitWords(text));
      showResult(texts.added(added, known));
      setText("");
      await onAdded();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Panel title={texts.add}>
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextAreaInput
          label={texts.addLabel}
          hint={texts.addHint}
          value={text}
          onChange={setText}
          {...(fault !== null && { error: fault })}
        />
        <ConsoleButton type="submit" look="primary" disabled={isBlank(text)} isBusy={isBusy}>
          {texts.addSubmit}
        </ConsoleButton>
      </form>
    </Panel>
  );
}

/** Says whether a text could be published. */
function TryText() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly string[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function run(): Promise<void> {
    setFault(null);
    try {
      setFound(await tryText(text));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFound(null);
      setFault(error.fields["text"] ?? error.message);
    }
  }
  return (
    <Panel title={texts.try}>
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextAreaInput
          label={texts.tryLabel}
          hint={texts.tryHint}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setFound(null);
          }}
          {...(fault !== null && { error: fault })}
        />
        <ConsoleButton type="submit" disabled={isBlank(text)}>
          {texts.trySubmit}
        </ConsoleButton>
        {found !== null && (
          <NoteBar tone={found.length === 0 ? "ok" : "error"}>
            {found.length === 0 ? texts.clean : texts.found(found.join("、"))}
          </NoteBar>
        )}
      </form>
    </Panel>
  );
}

type WordListProps = { words: ClubWords; onRemoved: () => Promise<void> };
/** Words of operators, each with who added it and a way to remove it. */
function WordList({ words, onRemoved }: WordListProps) {
  const canChange = useMay("club.decide");
  const [find, setFind] = useState("");
  const shown = words.words.filter(({ word }) => word.includes(find.trim()));
  async function remove(word: string): Promise<void> {
    try {
      await removeWord(word);
      showResult(texts.removed(word), {
        onUndo: () => void addWords([word]).then(onRemoved),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    }
    await onRemoved();
  }
  return (
    <div className={utilityCss.stack}>
      <TextInput
        label={texts.find}
        placeholder={texts.findHint}
        before={<SearchIcon size={16} />}
        value={find}
        onChange={setFind}
      />
      {shown.length === 0 && <p className={utilityCss.secondary}>{texts.none}</p>}
      <ul className={clubCss.words}>
        {shown.map(({ word, by, time }) => (
          <li
            key={word}
            className={classNames(clubCss.word, !canChange && clubCss.fixed)}
            title={texts.addedBy(by, formatShort(time))}
          >
            {word}
            {canChange && (
              <ToolButton
                isSmall
                label={texts.remove(word)}
                icon={<CloseIcon size={16} />}
                onClick={() => void remove(word)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 敏感词: words that nobody may write; add, remove, and try a text. */
export function WordsPage() {
  const client = useQueryClient();
  const canChange = useMay("club.decide");
  const query = useQuery({ queryKey: [clubKeys.words], queryFn: loadWords });
  const refresh = () => client.invalidateQueries({ queryKey: [clubKeys.words] });
  return (
    <ConsolePage title={clubPageMessages.title} right="club.read">
      <div className={clubCss.columns}>
        <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} right="club.read">
          {(words) => (
            <div className={utilityCss.stack}>
              {words.words.length === 0 ? (
                <EmptyPage icon={<DocumentIcon size={20} />} {...texts.empty} />
              ) : (
                <Panel title={texts.list} hint={texts.hint(words.words.length)}>
                  <WordList words={words} onRemoved={refresh} />
                </Panel>
              )}
              {words.fileWords.length > 0 && (
                <Panel title={texts.file} hint={texts.fileHint}>
                  <ul className={clubCss.words}>
                    {words.fileWords.map((word) => (
                      <li key={word} className={classNames(clubCss.word, clubCss.fixed)}>
                        {word}
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </div>
          )}
        </QueryState>
        <div className={utilityCss.stack}>
          {canChange && <AddWords onAdded={refresh} />}
          <TryText />
        </div>
      </div>
    </ConsolePage>
  );
}
