import type { ToolCallContent } from '@emend/acp/session';
import { type DiffLine, type FileDiff, fileDiffs, isDiff } from '@emend/acp/view';
import { memo, type ReactNode, useMemo } from 'react';
import { Said, SaidPieces } from '../said/said.tsx';
import { SomeLines } from './some-lines.tsx';

/** How many lines of a file are shown at first. */
const mostLines = 24;

/** A line of a diff, or the gap between two groups of them. */
type Line = DiffLine | 'gap';

/** Shows the changes of files that a tool call reports. */
export const DiffView = memo(
  ({ diff, name }: { readonly diff: Parameters<typeof isDiff>[0]; readonly name: string }): ReactNode => {
    const { files, rest } = useMemo(() => diffsOf(diff), [diff]);
    return (
      <div className="diffs">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes of one diff may name the same file.
          <File key={index} file={file} name={`${name} ${index}`} />
        ))}
        {rest !== '' && (
          <pre className="diff-rest">
            <SaidPieces text={rest} />
          </pre>
        )}
      </div>
    );
  },
);

function diffsOf(diff: ToolCallContent): ReturnType<typeof fileDiffs> {
  return isDiff(diff) ? fileDiffs(diff) : { files: [], rest: '' };
}

function File({ file, name }: { readonly file: FileDiff; readonly name: string }): ReactNode {
  const lines = file.hunks.flatMap((hunk, index): Line[] => (index === 0 ? [...hunk.lines] : ['gap', ...hunk.lines]));
  return (
    <figure className="diff">
      <figcaption>
        <code>
          <Said text={file.label} />
        </code>
        {lines.length > 0 && (
          <span className="diff-counts">
            <span className="added">+{file.added}</span> <span className="removed">−{file.removed}</span>
          </span>
        )}
      </figcaption>
      {lines.length > 0 && (
        <SomeLines name={name} lines={lines} most={mostLines}>
          {(shown) => <Lines lines={shown} />}
        </SomeLines>
      )}
    </figure>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

function Lines({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  return (
    <div className="diff-lines">
      {lines.map((line, index) =>
        line === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name.
          <div key={index} className="diff-gap">
            ⋯
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name.
          <div key={index} className={`diff-line ${line.type}`}>
            <span className="diff-number">{line.oldLine ?? ''}</span>
            <span className="diff-number">{line.newLine ?? ''}</span>
            <span className="diff-sign">{signs[line.type]}</span>
            <code>
              <SaidPieces text={line.text} />
            </code>
          </div>
        ),
      )}
    </div>
  );
}
