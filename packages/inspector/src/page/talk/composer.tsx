import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { AttachedFile, TalkSession } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';
import { attachedFile } from './attached-file.ts';
import { CommandList } from './command-list.tsx';
import { type Command, completed, offeredCommands } from './completion.ts';

/** The text box with what belongs to it: commands to choose from, files, and the buttons that send and stop. */
export function Composer(props: {
  readonly session: TalkSession | undefined;
  readonly canAttach: boolean;
  readonly placeholder: string;
  readonly onSend: (text: string, files: readonly AttachedFile[]) => void;
  readonly onStop: () => void;
}): ReactNode {
  const { session, canAttach } = props;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const offered = isClosed ? [] : offeredCommands(text, session?.availableCommands ?? []);
  const marked = Math.min(chosen, offered.length - 1);
  const isEmpty = text.trim() === '' && files.length === 0;

  const write = (next: string): void => {
    setText(next);
    setChosen(0);
    setClosed(false);
  };
  const send = (): void => {
    if (isEmpty || session === undefined) return;
    props.onSend(text, files);
    write('');
    setFiles([]);
    setFault(undefined);
  };
  const take = (command: Command): void => {
    write(completed(command));
    setClosed(true);
    box.current?.focus();
  };
  const attach = async (list: FileList | null): Promise<void> => {
    try {
      const added = await Promise.all([...(list ?? [])].map(attachedFile));
      setFiles((before) => [...before, ...added]);
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };

  const onKey = (event: KeyboardEvent): void => {
    // Enter also ends the choice of a character in some ways of typing.
    if (event.nativeEvent.isComposing) return;
    const command = offered[marked];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (command !== undefined && step !== 0) {
      setChosen((marked + step + offered.length) % offered.length);
    } else if (
      command !== undefined &&
      (event.key === 'Tab' || (event.key === 'Enter' && text !== `/${command.name}`))
    ) {
      take(command);
    } else if (command !== undefined && event.key === 'Escape') {
      setClosed(true);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      send();
    } else return;
    event.preventDefault();
  };

  return (
    <div className="composer">
      {offered.length > 0 && <CommandList id={listId} commands={offered} chosen={marked} onChoose={take} />}
      <textarea
        ref={box}
        aria-label="Message"
        aria-autocomplete="list"
        {...(offered.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${marked}` })}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        placeholder={props.placeholder}
        disabled={session === undefined}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      {fault !== undefined && (
        <p className="talk-failure" role="alert">
          {fault}
        </p>
      )}
      <div className="composer-line">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may be attached twice.
          <span key={index} className="attached">
            <Said text={file.name} />
            <button
              type="button"
              aria-label={`Remove ${file.name}`}
              onClick={() => setFiles(files.filter((_, other) => other !== index))}
            >
              ✕
            </button>
          </span>
        ))}
        {canAttach && session !== undefined && (
          <label className="button quiet attach">
            <span aria-hidden="true">＋</span> Attach a file
            <input
              className="unseen"
              type="file"
              multiple
              onChange={(event) => {
                void attach(event.target.files);
                event.target.value = '';
              }}
            />
          </label>
        )}
        <span className="composer-hint">Enter sends, Shift+Enter starts a new line</span>
        {session?.isRunning === true && (
          <button type="button" className="button stop" disabled={session.isStopping} onClick={props.onStop}>
            <span aria-hidden="true">■</span> Stop
          </button>
        )}
        <button type="button" className="button primary" disabled={isEmpty || session === undefined} onClick={send}>
          Send
        </button>
      </div>
    </div>
  );
}
