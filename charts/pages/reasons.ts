/** Compares groups of servers that differ in one property, by their ratios to the baseline. */
import { validationText } from '../../shared/results/disclosure.ts'
import type { ServerResult } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { ratioRows } from '../draw/ratios.ts'
import { inline, list } from '../text/markdown.ts'

interface Group {
  /** The property that differs and those in common, as Markdown. */
  what: string
  servers: string[]
  /** Remark after a server's name, if the name does not show the difference. */
  aside?(server: ServerResult): string
}

/** Defaults that bare node:http lacks, as a response and the reply to a body of 1.5 MB show them. */
export const DEFAULTS: Record<string, string> = {
  express: 'ETag, X-Powered-By, body limit',
  koa: 'body limit',
  polka: 'body limit',
  restify: 'Server header',
  tinyhttp: 'indented JSON, X-Powered-By, body limit',
}

/** Frameworks with the same hand-written validation. */
export const FRAMEWORKS = ['http-node', 'h3', 'hono', 'koa', 'polka', 'restify', 'express', 'tinyhttp']

const GROUPS: Group[] = [
  {
    what: '**The runtime**, each with its own HTTP server, under one framework',
    servers: ['hono', 'hono.bun', 'hono.deno'],
  },
  {
    what: '**The framework**, with the same hand-written validation (in brackets: its defaults)',
    servers: FRAMEWORKS,
    aside: ({ name, router }) => (router ? (DEFAULTS[name] ?? '') : 'none'),
  },
  {
    what: '**ts-rest**, on Express 4 with zod 3',
    servers: ['express-4', 'ts-rest'],
  },
  {
    what: '**One line of log per request**',
    servers: ['effect', 'effect-logger'],
  },
  {
    what: '**The validator**, on bare node:http',
    servers: ['http-node', 'zod', 'zod-compiled', 'deepkit', 'valibot', 'arktype', 'ajv', 'typebox'],
    aside: validatorOf,
  },
  {
    what: '**The serializer**, on bare node:http',
    servers: ['http-node', 'fast-json-stringify'],
  },
  {
    what: '**Validator and serializer**, on bare node:http',
    servers: ['http-node', 'typia'],
    aside: validatorOf,
  },
  {
    what: '**The validator**, in one framework',
    servers: ['hono', 'hono-standard', 'hono-zod', 'hono-openapi'],
    aside: validatorOf,
  },
]

/** Returns an empty string if the server is named after its validator. */
function validatorOf({ displayName, validation }: ServerResult): string {
  const { library } = validation
  return library === displayName ? '' : (library ?? validationText(validation))
}

/** Returns Markdown: a line for each group with at least two ratios, best first. */
export function reasonsText(result: PooledResult): string {
  const ratios = ratioRows(result)
  return list(
    GROUPS.flatMap(({ what, servers, aside }) => {
      const figures = ratios.flatMap(({ name, label, value }) => {
        const server = servers.includes(name) && result.servers.find((other) => other.name === name)
        if (!server) return []
        const more = aside?.(server)
        return [`${inline(label)} ${more ? `(${inline(more)}) ` : ''}${value.toFixed(2)}`]
      })
      return figures.length > 1 ? [`${what}: ${figures.join(', ')}.`] : []
    }),
  )
}
