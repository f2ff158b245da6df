/** Every figure of the report comes from `shared/results`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import type { Summary } from '../../shared/format/format.ts'
import { publishedMeasurements } from '../../shared/probe/store.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { comparedOf } from '../../shared/results/compared.ts'
import type { StoredRun } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { ratioBetween, recalculated } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { meanEstimate, ratioFrom } from '../../shared/stats/intervals.ts'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import { megabytes, rankText } from '../../shared/text/numbers.ts'
import type { Figure, Measured, ReportData, ScenarioData, ServerData } from './data.ts'
import { ratioInTable } from './pairs.ts'
import { reportData } from './report-data.ts'

let published: Published[]
let data: ReportData

before(() => {
  published = repositoryResults()
  data = reportData(published, {
    costs: {},
    columns: [],
    pages: [],
    violationsOf: (server) => (server === 'fastify' ? ['a crash'] : []),
    pagesOf: () => [],
  })
})

/** Returns a server's figure in a column; undefined if unknown. */
function figureIn(
  { columns, servers }: Pick<Measured, 'columns' | 'servers'>,
  key: string,
  place: number,
): Figure | undefined {
  const figure = servers[place]?.figures[columns.findIndex((column) => column.key === key)]
  return typeof figure === 'string' || !figure ? undefined : figure
}

const isUnranked = ({ ranks }: ServerData) => ranks === ''

const near = (value: number | null, expected: number | null, what: string, within = 5.1e-5) => {
  if (value === null || expected === null) return assert.equal(value, expected, what)
  assert.ok(
    Math.abs(value - expected) <= within * Math.abs(expected),
    `${what}: ${value}, not ${expected}`,
  )
}

const isEstimate = ([value, low, high]: Figure, estimate: Estimate, what: string) => {
  near(value, estimate.value, what)
  near(low, estimate.low, `${what}, low`)
  near(high, estimate.high, `${what}, high`)
}

function each(
  check: (
    server: ServerData,
    place: number,
    scenario: ScenarioData,
    result: PooledResult,
    summary: Summary,
  ) => void,
) {
  for (const scenario of data.scenarios) {
    const result = published.find((other) => other.result.scenario === scenario.name)
      ?.result as PooledResult
    for (const [place, server] of scenario.servers.entries()) {
      const summary = result.subjects.find(({ name }) => name === server.name)?.summary as Summary
      check(server, place, scenario, result, summary)
    }
  }
}

test('a server that is named after its validator is one; a layer of its own is a framework', () => {
  const kinds = [
    'http-node',
    'zod',
    'zod-compiled',
    'deepkit',
    'carbon',
    'fastify-zod',
    'fast-json-stringify',
  ]
  assert.deepEqual(
    kinds.map((name) => data.servers.find((server) => server.name === name)?.kind),
    ['bare', 'validator', 'validator', 'validator', 'framework', 'framework', 'serializer'],
  )
})

test('every published scenario is in it, with every measured server: the ranked ones, then the others, the fastest first', () => {
  assert.deepEqual(
    data.scenarios.map(({ name, files }) => [name, files]),
    published.map(({ result }) => [result.scenario, result.runs.map(({ path }) => path)]),
  )
  for (const [i, scenario] of data.scenarios.entries()) {
    const { servers } = scenario
    const measured = published[i]?.result.subjects.filter(({ summary }) => summary) ?? []
    assert.deepEqual(
      servers.map(({ name }) => name).sort(),
      measured.map(({ name }) => name).sort(),
    )
    const rates = servers.map(
      (_, place) => figureIn(scenario, 'requests_per_second', place)?.[0] ?? assert.fail(),
    )
    const first = servers.findIndex(isUnranked)
    const ranked = first < 0 ? servers.length : first
    for (const own of [rates.slice(0, ranked), rates.slice(ranked)]) {
      assert.deepEqual(
        own,
        own.toSorted((a, b) => b - a),
      )
    }
  }
})

test('figures of each server are those of its summary, and machines and runs have no decimals', () => {
  each((server, place, scenario, _, summary) => {
    for (const key of ['machines', 'runs'])
      assert.match(
        String(server.figures[scenario.columns.findIndex((column) => column.key === key)]),
        /^\d+$/,
      )
    const { requestsPerSecond, latencyP99, cpuPerRequest, peakMemory } = summary
    const expected = {
      requests_per_second: requestsPerSecond,
      p99_ms: latencyP99,
      cpu_us_per_request: cpuPerRequest,
      peak_mb: megabytes(peakMemory),
    }
    for (const [key, estimate] of Object.entries(expected)) {
      const figure = figureIn(scenario, key, place) ?? assert.fail(key)
      isEstimate(figure, estimate, `${scenario.name}, ${server.name}, ${key}`)
    }
    assert.equal(isUnranked(server), summary.ranks === null, server.name)
    assert.deepEqual(
      server.caveats.map(({ kind, trials }) => [kind, trials]),
      summary.caveats.map(({ kind, trials }) => [kind, trials]),
    )
  })
})

test('the fastest are compared and at their limit, and each slower compared server is significantly slower', () => {
  for (const { name, servers, fastest, compared } of data.scenarios) {
    const { result } = published.find((other) => other.result.scenario === name) as Published
    const names = comparedOf(result).map((server) => server.name)
    assert.equal(compared, names.length)
    const [leader = '', ...others] = names.filter((each) => fastest.length > 0 || each === '')
    assert.equal(fastest[0] ?? '', leader)
    for (const server of servers) {
      const isFastest = fastest.includes(server.name)
      assert.ok(!isFastest || names.includes(server.name), server.name)
      if (isFastest || !others.includes(server.name)) continue
      const contrast = result.contrast(leader, server.name)
      assert.ok(contrast && (ratioFrom(contrast).low ?? 0) > 1, `${name}: ${server.name}`)
    }
  }
})

const isRatio = (found: Estimate | null, expected: Estimate | null, what: string) => {
  assert.equal(found === null, expected === null, what)
  if (!found || !expected) return
  for (const end of ['value', 'low', 'high'] as const)
    near(found[end], expected[end], `${what}, ${end}`, 3e-6)
}

test('ratios to the baseline are those of the summary, and those of other pairs of the pooled runs', () => {
  each(({ name }, place, scenario, result, summary) => {
    const { pairs, servers, baseline } = scenario
    const base = servers.findIndex((server) => server.name === baseline)
    const what = `${scenario.name}, ${name}`
    isRatio(ratioInTable(pairs, place, base), summary.ratioToBaseline, what)
    const other = (place * 7 + 3) % servers.length
    const found = ratioInTable(pairs, place, other)
    if (other !== place)
      isRatio(found, ratioBetween(result, name, servers[other]?.name ?? ''), `${what}, ${other}`)
  })
})

test('a single run has the figures and ratios of its own file', () => {
  const runs = data.scenarios.flatMap((scenario) => scenario.runs.map((run) => ({ scenario, run })))
  assert.ok(runs.length > 0)
  for (const { scenario, run } of runs) {
    const { runs: pooled, outdated } = (
      published.find(({ result }) => result.scenario === scenario.name) as Published
    ).result
    const stored = [...pooled, ...outdated.values()].find(
      ({ path }) => path === run.files[0],
    ) as StoredRun
    const file = recalculated(stored.file)
    const base = run.servers.findIndex(({ name }) => name === file.details.baseline)
    for (const [place, { name, ranks }] of run.servers.entries()) {
      const summary = file.subjects.find((server) => server.name === name)?.summary as Summary
      const what = `${run.name}, ${name}`
      isEstimate(
        figureIn(run, 'requests_per_second', place) ?? assert.fail(what),
        summary.requestsPerSecond,
        what,
      )
      isRatio(ratioInTable(run.pairs, place, base), summary.ratioToBaseline, what)
      assert.equal(ranks, rankText(summary.ranks), what)
    }
  }
})

test('instructions are those of the published counts', () => {
  const stored = publishedMeasurements(instructions)
  each(({ name }, place, scenario) => {
    const counts = stored.find(({ file }) => file.scenario === scenario.name)?.file
    const samples = counts?.subjects.find((subject) => subject.name === name)?.samples ?? []
    const shown = figureIn(scenario, 'instructions', place)
    assert.equal(shown === undefined, samples.length === 0, `${scenario.name}, ${name}`)
    if (!shown) return
    const estimate = meanEstimate(samples.map(({ values }) => Number(values.instructions)))
    isEstimate(shown, { ...estimate, low: Math.max(0, estimate.low ?? 0) }, name)
  })
})

test('each column has a known figure', () => {
  for (const scenario of data.scenarios) {
    for (const run of [scenario, ...scenario.runs]) {
      for (const [i, { key }] of run.columns.entries()) {
        assert.ok(
          run.servers.some(({ figures }) => figures?.[i]),
          `${scenario.name}, ${run.name}: ${key}`,
        )
      }
    }
  }
})

test('each server is listed once, unranked if it is in any scenario, with what else was found', () => {
  const all = data.scenarios.flatMap(({ servers }) => servers)
  const namesOf = (servers: readonly { name: string }[]) =>
    [...new Set(servers.map(({ name }) => name))].sort()
  assert.deepEqual(data.servers.map(({ name }) => name).sort(), namesOf(all))
  assert.deepEqual(
    namesOf(data.servers.filter((server) => server.isUnranked)),
    namesOf(all.filter(isUnranked)),
  )
  for (const { name, violations } of data.servers)
    assert.deepEqual(violations, name === 'fastify' ? ['a crash'] : [])
})

test('each server has a folder and the description of its result; no validator where nothing is validated', () => {
  each(({ name, about }, _, scenario, result) => {
    assert.ok(existsSync(join(ROOT, 'servers', name)), name)
    const { displayName, behaviours, description, facts, validation } =
      data.abouts[about] ?? assert.fail(name)
    const server = result.subjects.find((other) => other.name === name)
    assert.equal(displayName, server?.displayName)
    assert.deepEqual(
      data.lists[behaviours],
      server?.details.behaviours.map(({ title, outcome }) => [title, outcome]),
    )
    assert.ok(data.lists[facts]?.some(([fact, text]) => fact === 'wire' && text))
    const validates = scenarios.get(scenario.name)?.validates
    assert.equal(validation !== '', validates, name)
    assert.equal(description !== '', validates, name)
  })
})
