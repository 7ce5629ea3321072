import { type RewriteRule, rewriteRules } from './edges.ts';

/** Throws if a rewrite rule does not exist: plain JavaScript may pass a misspelled one. */
export function checkRewrite(rule: RewriteRule | undefined): void {
  if (rule === undefined || rewriteRules.includes(rule)) return;
  throw new TypeError(`There is no rewrite rule ${JSON.stringify(rule)}. The rules are ${rewriteRules.join(', ')}.`);
}
