import type { CreateElicitationRequest } from '@emend/acp/protocol/november';
import { type FormEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { linkAddress } from '../said/address.ts';
import { Said } from '../said/said.tsx';
import { FieldView } from './field-view.tsx';
import { fieldValue, formFields } from './form-fields.ts';

/** A request of the agent for information: a form, or a page to open. */
export function ElicitationForm(props: {
  readonly request: CreateElicitationRequest;
  readonly onAnswer: (action: 'accept' | 'decline', content?: Readonly<Record<string, unknown>>) => void;
}): ReactNode {
  const { request, onAnswer } = props;
  const fields = useMemo(() => formFields(request), [request]);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  const url = request.mode === 'url' && typeof request['url'] === 'string' ? request['url'] : undefined;

  const accept = (event: FormEvent): void => {
    event.preventDefault();
    if (form.current === null) return;
    const filled = new FormData(form.current);
    const values = fields.map((field) => [field.name, fieldValue(field, filled)] as const);
    const content = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    if (url === undefined) onAnswer('accept', content);
    else onAnswer('accept');
  };

  return (
    <form className="question" ref={form} aria-labelledby={title} onSubmit={accept}>
      <p className="question-title" id={title}>
        <span aria-hidden="true">? </span>
        <Said text={request.message} />
      </p>
      {url !== undefined && <PageToOpen url={url} />}
      {fields.map((field) => (
        <FieldView key={field.name} field={field} />
      ))}
      <div className="question-options">
        <button type="submit" className="button primary">
          {url === undefined ? 'Submit' : 'I have opened it'}
        </button>
        <button type="button" className="button" onClick={() => onAnswer('decline')}>
          Decline
        </button>
      </div>
    </form>
  );
}

function PageToOpen({ url }: { readonly url: string }): ReactNode {
  const address = linkAddress(url);
  return (
    <p>
      The agent asks you to open{' '}
      {address === undefined ? (
        <Said text={url} />
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          <Said text={address} />
        </a>
      )}
    </p>
  );
}
