import { basename, relative, resolve } from 'node:path';
import { type Arguments, readArguments, type Template, templateNamed, templates, usage } from './arguments.ts';
import { projectFiles } from './project-files.ts';
import { checkProjectName } from './project-name.ts';
import { openQuestions, type Questions, type Terminal } from './questions.ts';
import { Refusal } from './refusal.ts';
import { checkFolder, writeProject } from './write-project.ts';

/** What the command uses of its process. */
interface Surroundings {
  /** The current folder. */
  readonly cwd: string;
  /** Version of this package, which is that of the packages the project depends on. */
  readonly version: string;
  /** Where to ask; undefined if nobody is there to answer. */
  readonly terminal: Terminal | undefined;
  print(text: string): void;
  printError(text: string): void;
}

/** Runs the command and returns its exit status: 0, 1 if nothing was made, or 2 if the command line is wrong. */
export async function createProject(args: readonly string[], around: Surroundings): Promise<0 | 1 | 2> {
  let status: 1 | 2 = 2;
  try {
    const given = readArguments(args);
    status = 1;
    if (given.help) around.print(usage);
    else if (given.version) around.print(`${around.version}\n`);
    else around.print(make(await complete(given, around), around));
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    around.printError(`create-emend: ${error.message}\n`);
    return status;
  }
}

interface Choice {
  readonly template: Template;
  readonly directory: string;
}

const defaultDirectory = (template: Template) => `my-${template}`;

async function complete(given: Arguments, { cwd, terminal }: Surroundings): Promise<Choice> {
  const isComplete = given.template !== undefined && given.directory !== undefined;
  if (terminal === undefined || given.yes || isComplete) {
    const { template = 'agent' } = given;
    return { template, directory: given.directory ?? defaultDirectory(template) };
  }
  const questions = openQuestions(terminal);
  try {
    const template = given.template ?? (await askTemplate(questions));
    return { template, directory: given.directory ?? (await askDirectory(questions, template, cwd)) };
  } finally {
    questions.close();
  }
}

async function askTemplate(questions: Questions): Promise<Template> {
  const answer = await questions.ask({
    text: 'What do you want to write, an agent or a client?',
    fallback: 'agent',
    problem: (name) => (templateNamed(name) === undefined ? `Please answer ${templates.join(' or ')}.` : undefined),
  });
  return templateNamed(answer) ?? 'agent';
}

function askDirectory(questions: Questions, template: Template, cwd: string): Promise<string> {
  return questions.ask({
    text: 'In which folder?',
    fallback: defaultDirectory(template),
    problem(directory) {
      try {
        checkPlace(resolve(cwd, directory));
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
      }
    },
  });
}

function checkPlace(folder: string): void {
  checkProjectName(basename(folder));
  checkFolder(folder);
}

function make({ template, directory }: Choice, { cwd, version }: Surroundings): string {
  const folder = resolve(cwd, directory);
  checkPlace(folder);
  const name = basename(folder);
  const files = projectFiles(template, { name, version });
  writeProject(folder, files);
  const way = relative(cwd, folder);
  const enter = way === '' ? [] : [`cd ${/^[\w./\\:-]+$/.test(way) ? way : JSON.stringify(way)}`];
  const steps = [...enter, 'npm install', 'npm test', ...(template === 'agent' ? ['npm run chat'] : ['npm run demo'])];
  return `Made the ${template} ${name}: ${files.length} files in ${folder}.

Next:
${steps.map((step) => `  ${step}\n`).join('')}
README.md says what is where, and how to go on.
`;
}
