/** Compares servers that are alike except for the named property, by their ratios to the baseline. */
import { validationText } from '../../shared/results/disclosure.ts'
import type { ServerResult } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { ratioRows } from '../draw/headline.ts'
import { inline, list } from '../text/markdown.ts'

interface Group {
  /** Markdown: in what the servers differ, and what they have in common. */
  what: string
  servers: string[]
  /** Remark behind a server's name, where the name does not show the difference. */
  aside?(server: ServerResult): string
}

/** Defaults of a framework that bare node:http lacks, from a response of its server and a body of 1.5 MB. */
const DEFAULTS: Record<string, string> = {
  express: 'ETag, X-Powered-By, body limit',
  koa: 'body limit',
  polka: 'body limit',
  restify: 'Server header',
  tinyhttp: 'indented JSON, X-Powered-By, body limit',
}

const GROUPS: Group[] = [
  {
    what: '**The runtime**, each with its own HTTP server, under one framework',
    servers: ['hono', 'hono.bun', 'hono.deno'],
  },
  {
    what: '**The framework**, with the same hand-written validation (in brackets: its defaults)',
    servers: ['http-node', 'h3', 'hono', 'koa', 'polka', 'restify', 'express', 'tinyhttp'],
    aside: ({ name, router }) => (router ? (DEFAULTS[name] ?? '') : 'none'),
  },
  {
    what: '**ts-rest**, on Express 4 with zod 3',
    servers: ['express-4', 'ts-rest'],
  },
  {
    what: '**A line of log per request**',
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

/** Nothing where it is the server's name already. */
function validatorOf({ displayName, validation }: ServerResult): string {
  const { library } = validation
  return library === displayName ? '' : (library ?? validationText(validation))
}

/** Markdown: a line for each group of which two servers at least have a ratio, best first. */
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
