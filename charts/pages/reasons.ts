/** What makes the difference: servers that differ in one thing, with their ratios to the baseline. */
import type { Result } from '../../shared/result/format.ts'
import { relative } from '../specs/relative.ts'
import { inline, list } from '../text/markdown.ts'

/** Groups of servers that are alike in all but what is named. */
const GROUPS: [what: string, servers: string[]][] = [
  ['**The runtime**, under one framework', ['hono', 'hono.bun', 'hono.deno']],
  [
    '**The framework**, with the same hand-written validation',
    ['http-node', 'h3', 'hono', 'koa', 'restify', 'express'],
  ],
  ['**The validator**, on bare node:http', ['http-node', 'typia', 'valibot', 'arktype']],
  ['**The validator**, in one framework', ['hono', 'hono-standard', 'hono-zod']],
]

/** Markdown: a line for each group of which two servers at least have a ratio, best first. */
export function reasonsText(result: Result): string {
  const ratios = relative.rows(result).toSorted((a, b) => b.value - a.value)
  return list(
    GROUPS.flatMap(([what, servers]) => {
      const measured = ratios.filter(({ name }) => servers.includes(name))
      const figures = measured.map(({ label, value }) => `${inline(label)} ${value.toFixed(2)}`)
      return figures.length > 1 ? [`${what}: ${figures.join(', ')}.`] : []
    }),
  )
}
