/** Compares groups of servers that differ in one property, by their ratios to the baseline. Validators have tables of their own. */
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { inline, list } from '../text/markdown.ts'

/** Defaults that bare node:http lacks, as a response and the reply to a body of 1.5 MB show them. */
export const DEFAULTS: Record<string, string> = {
  express: 'ETag, X-Powered-By, body limit',
  koa: 'body limit',
  polka: 'body limit',
  restify: 'Server header',
  tinyhttp: 'indented JSON, X-Powered-By, body limit',
}

/** Frameworks with the same hand-written validation. */
export const FRAMEWORKS = [
  'http-node',
  'h3',
  'hono',
  'koa',
  'polka',
  'restify',
  'express',
  'tinyhttp',
]

/** The property that differs and those in common, as Markdown, and the servers. */
const GROUPS: readonly (readonly [what: string, servers: readonly string[]])[] = [
  ['**The runtime and its HTTP server**, under one framework', ['hono', 'hono.bun', 'hono.deno']],
  ['**The framework** (its defaults in parentheses)', FRAMEWORKS],
  ['**One line of log per request**', ['effect', 'effect-logger']],
  ['**The serializer**, on bare node:http', ['http-node', 'fast-json-stringify']],
]

/** Returns Markdown: a line for each group with at least two ratios, best first. */
export function reasonsText(result: PooledResult): string {
  return list(
    GROUPS.flatMap(([what, servers]) => {
      const figures = bestFirst(result).flatMap(({ name, displayName, summary }) => {
        const ratio = summary?.ratioToBaseline?.value
        const defaults = servers === FRAMEWORKS && DEFAULTS[name] ? `(${DEFAULTS[name]}) ` : ''
        return ratio && servers.includes(name)
          ? [`${inline(displayName)} ${defaults}${ratio.toFixed(2)}`]
          : []
      })
      const validation =
        servers === FRAMEWORKS && scenarios.get(result.scenario)?.validates
          ? ', with the same hand-written validation'
          : ''
      return figures.length > 1 ? [`${what}${validation}: ${figures.join(', ')}.`] : []
    }),
  )
}
