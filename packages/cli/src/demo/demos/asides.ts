import { type Demo, say } from '../stage.ts';

/** A notice to the person, which is no part of the conversation. */
export const notice: Demo = {
  name: 'notice',
  description: 'A notice that is shown once',
  async run(turn, stage) {
    await turn.notice({
      severity: 'warning',
      title: 'Low on credit',
      description: 'Ten prompts are left. Not really.',
    });
    await say(turn.message(), 'I told you something that is no part of this conversation.', stage);
  },
};

/** A conversation that is compacted. */
export const compact: Demo = {
  name: 'compact',
  description: 'Makes room by replacing what was said with a summary',
  async run(turn, stage) {
    const compaction = turn.compaction();
    await stage.pause(10);
    await say(compaction, 'The person looks at demos, and I show them one after another.', stage);
    await compaction.finish();
  },
};

/** A form for the person to fill in. */
export const form: Demo = {
  name: 'form',
  description: 'Asks you to fill in a form',
  async run(turn, stage) {
    const answer = await turn.elicit({
      message: 'How shall the new package be made?',
      schema: {
        properties: {
          name: { type: 'string', title: 'Name', description: 'In small letters', minLength: 1, maxLength: 40 },
          license: { type: 'string', title: 'License', enum: ['Apache-2.0', 'MIT'], default: 'Apache-2.0' },
          hasTests: { type: 'boolean', title: 'With tests', default: true },
          major: { type: 'integer', title: 'First version', minimum: 0, maximum: 99, default: 1 },
        },
        required: ['name'],
      },
    });
    turn.signal.throwIfAborted();
    const words =
      answer.action === 'accept'
        ? `You want \`${answer.content.name}\`, version ${answer.content.major ?? 1}.0.0, under ${answer.content.license ?? 'no license'}${answer.content.hasTests === false ? ', without tests' : ''}.`
        : answer.action === 'unsupported'
          ? 'Your client cannot show forms, so I did not ask.'
          : 'You did not say, so I leave it.';
    await say(turn.message(), words, stage);
  },
};
