/** Which frameworks and validation libraries run on Cloudflare Workers. */

import { z } from 'zod'
import { listed, plural } from '../basics/text.ts'
import {
  type Contents,
  evidenceOf,
  figureOf,
  firstOf,
  type Metric,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { Processes } from '../probe/protocol.ts'
import { medianOf } from '../stats/statistics.ts'
import { significant } from '../text/numbers.ts'

/** Best first. `falls back`: it generates code on Node, and here interprets. */
const OUTCOMES = ['yes', 'yes, compiled', 'falls back', 'no'] as const

export type Outcome = (typeof OUTCOMES)[number]

const Evidence = z.string().describe('where it fails, and why').optional()

const START: Metric = {
  id: 'start',
  title: 'start, million instructions',
  scale: 1e-6,
  better: 'lower',
  counted: true,
}

export const edge: Probe = {
  name: 'edge',
  title: 'On Cloudflare Workers',
  sentence:
    'which frameworks and validation libraries run under workerd, with and without code generation',
  about:
    'Each framework runs with its own `fetch` handler, and each validation library behind a bare one, bundled with wrangler’s defaults. Each must pass the whole contract of `update-user` under workerd. All import zod in the same way, as for [bundle size](../bundle/README.md); “start as documented” uses the import of the documentation, where that changes the bundle. Workers can generate code only at startup, if at all. `yes, compiled`: the library generates code there. `falls back`: it generates code on Node, but interprets here.',
  noun: 'library',
  publish: 'pooled',
  protocol: Processes.extend({ workerd: z.string(), compatibilityDate: z.string() }),
  evidence: Evidence,
  parts: [
    { part: 'framework', heading: 'Frameworks' },
    { part: 'library', heading: 'Validation libraries' },
  ],
  metrics: [
    { id: 'workers', title: 'on Workers', estimate: 'first', categories: OUTCOMES },
    { id: 'strict', title: 'without code generation', estimate: 'first', categories: OUTCOMES },
    START,
    { ...START, id: 'documentedStart', title: 'start as documented' },
    { ...START, id: 'request', title: 'request, thousand instructions', scale: 1e-3 },
    { ...START, id: 'requestWithoutNames', title: 'request without keep_names', scale: 1e-3 },
  ],
  order: ['strict', 'workers', 'start'],
  lead: ([newest]) => (newest ? findings(newest.file) : ''),
  charts(file) {
    const startOf = (row: SubjectRow) => figureOf(row, START, file)
    const rows = rowsOf(edge, file)
      .filter(startOf)
      .toSorted((a, b) => (startOf(a)?.value ?? 0) - (startOf(b)?.value ?? 0))
    return [
      {
        kind: 'dots',
        name: 'edge',
        what: 'startup work',
        verb: 'needs',
        where: ' on Workers',
        processes: Number(file.protocol.processes),
        subtitle:
          'Lower is better. Instructions that workerd executes before the first correct response.',
        rows,
        compared: rows.filter(({ part }) => part === 'library'),
        axis: 'million instructions',
        headings: ['million', 'no codegen'],
        figures(row: SubjectRow) {
          const start = startOf(row) ?? { value: 0 }
          return {
            ...start,
            figure: significant(start.value),
            aside: String(firstOf(row, 'strict')),
          }
        },
        noun: 'library',
        all: true,
      },
    ]
  },
  notes: (file) =>
    rowsOf(edge, file).flatMap((row) => {
      const failure = evidenceOf(row, Evidence)
      return failure === undefined ? [] : [`${row.displayName}, ${failure}`]
    }),
  conditions: ({ protocol: { workerd, compatibilityDate, processes }, environment }) => [
    `workerd ${workerd}`,
    `compatibility date ${compatibilityDate}`,
    environment.generatorVersion,
    `medians of ${plural(Number(processes), 'fresh process', 'fresh processes')}`,
  ],
}

/** States in sentences what runs, and what does not. */
function findings(file: Contents): string {
  const rows = rowsOf(edge, file)
  const sentence = (id: string, where: string) => {
    const failing = rows.filter((row) => firstOf(row, id) === 'no')
    const running = (part: string) => {
      const [all = 0, without = 0] = [rows, failing].map(
        (some) => some.filter((row) => row.part === part).length,
      )
      return `${all - without} of ${all}`
    }
    const names = failing.map(({ displayName }) => displayName)
    const others =
      names.length > 0 ? `; ${listed(names)} ${names.length > 1 ? 'do' : 'does'} not` : ''
    return `${running('library')} validation libraries and ${running('framework')} frameworks run ${where}${others}.`
  }
  return [
    sentence('workers', 'on Workers'),
    sentence('strict', 'without code generation'),
    ...namesCost(rows),
  ].join(' ')
}

/** In a sentence: what the default of wrangler costs at most; none where some process shows no cost. */
function namesCost(rows: readonly SubjectRow[]): string[] {
  const measured = rows.flatMap(({ displayName, samples }) => {
    const factors = samples.flatMap(({ values: { request, requestWithoutNames } }) =>
      requestWithoutNames ? Number(request) / Number(requestWithoutNames) : [],
    )
    return factors.length > 0
      ? [{ displayName, least: Math.min(...factors), factor: medianOf(factors) }]
      : []
  })
  const [most] = measured.filter(({ least }) => least > 1).sort((a, b) => b.factor - a.factor)
  if (!most) return []
  return [
    `By default, wrangler keeps the names of functions (\`keep_names\`), which multiplies the instructions per request by up to ${significant(most.factor, 2)} (${most.displayName}; ${measured.length} measured).`,
  ]
}
