import type { ClientSession } from '@emend/acp';
import { useElicitations } from '@emend/acp/react';

/** Shows what the agent asks the user for: forms with texts. A real page shows the other types as well. */
export function Questions({ session: { elicitations } }: { readonly session: ClientSession }) {
  return useElicitations(elicitations).map(({ requestId, request }) => {
    if (request.mode !== 'form') return null;
    const fields = Object.entries(request.requestedSchema.properties);
    const answer = (data: FormData) => {
      const content = Object.fromEntries(fields.map(([name]) => [name, String(data.get(name))]));
      elicitations.answer(requestId, { action: 'accept', content });
    };
    return (
      <form key={requestId} action={answer} aria-label={request.message}>
        {request.message}
        {fields.map(([name, { title }]) => (
          <input key={name} name={name} aria-label={typeof title === 'string' ? title : name} />
        ))}
        <button type="submit">Answer</button>
        <button type="button" onClick={() => elicitations.answer(requestId, { action: 'decline' })}>
          Decline
        </button>
      </form>
    );
  });
}
