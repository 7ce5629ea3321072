/**
 * One agent for clients of v1 and of both drafts of v2, written once. What is spoken is chosen when a client connects.
 *
 * What v1 cannot express is translated to the nearest thing it has. Here that is the correction: a v2 client sees the
 * message change, and a v1 client gets the new text as the bridge sends it.
 */
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

const capitals = new Map([
  ['australia', 'Canberra'],
  ['brazil', 'Brasília'],
  ['turkey', 'Ankara'],
]);

const guide = agent({
  info: { name: 'both-versions', version: '1.0.0' },
  newSession: (_request, session) => {
    void session.commands([{ name: 'capital', description: 'Names the capital of a country' }]);
  },
  async prompt(turn) {
    const country = turn.text.replace(/^\/capital\b/, '').trim();
    const message = turn.message();
    if (country === '') {
      await message.append('Which country do you mean?');
      return 'end_turn';
    }
    await message.append(`The capital of ${country} is its largest city.`);

    const call = turn.toolCall({ title: `Look up ${country}`, kind: 'search', status: 'in_progress' });
    const capital = capitals.get(country.toLowerCase());
    if (capital === undefined) {
      await call.fail('not in the list');
      await message.set(`I do not know the capital of ${country}.`);
      return 'end_turn';
    }
    await call.finish({ rawOutput: { capital } });
    await message.set(`The capital of ${country} is ${capital}.`);
    return 'end_turn';
  },
});

serve(guide, stdio(), { onEvent: console.error });
