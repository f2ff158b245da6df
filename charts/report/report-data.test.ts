/** Every figure of the report comes from `shared/results`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import type { Result, Summary } from '../../shared/format/format.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import type { StoredRun } from '../../shared/results/pool-rule.ts'
import type { Published } from '../../shared/results/published.ts'
import { restated } from '../../shared/results/restated.ts'
import { ratioBetween } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { type Estimate, ratioFrom } from '../../shared/stats/intervals.ts'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import { megabytes, rankText } from '../../shared/text/numbers.ts'
import {
  type Figure,
  figureIn,
  measuredIn,
  type ReportData,
  type ScenarioData,
  type ServerData,
} from './data.ts'
import { type Ratio, ratioInTable } from './pairs.ts'
import { reportData } from './report-data.ts'

let published: Published[]
let data: ReportData

before(() => {
  published = repositoryResults()
  data = reportData(published)
})

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
    result: Result,
    summary: Summary,
  ) => void,
) {
  for (const scenario of data.scenarios) {
    const result = published.find((other) => other.result.scenario === scenario.name)
      ?.result as Result
    for (const [place, server] of scenario.servers.entries()) {
      const summary = result.servers.find(({ name }) => name === server.name)?.summary as Summary
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
    const measured = published[i]?.result.servers.filter(({ summary }) => summary) ?? []
    assert.deepEqual(
      servers.map(({ name }) => name).sort(),
      measured.map(({ name }) => name).sort(),
    )
    const rates = servers.map(
      (_, place) => figureIn(scenario, 'requests_per_second', place)?.[0] ?? assert.fail(),
    )
    const first = servers.findIndex(({ isUnranked }) => isUnranked)
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
    assert.equal(server.isUnranked, summary.ranks === null, server.name)
    assert.deepEqual(
      server.caveats.map(({ kind, trials }) => [kind, trials]),
      summary.caveats.map(({ kind, trials }) => [kind, trials]),
    )
  })
})

test('the fastest are ranked, and each other ranked server is significantly slower than the first', () => {
  for (const { name, servers } of data.scenarios) {
    const { result } = published.find((other) => other.result.scenario === name) as Published
    const [leader, ...others] = servers
    assert.ok(leader?.mayBeFastest)
    for (const server of others) {
      assert.ok(!(server.isUnranked && server.mayBeFastest), server.name)
      if (server.isUnranked || server.mayBeFastest) continue
      const contrast = result.order(leader.name, server.name)
      assert.ok(contrast && (ratioFrom(contrast).low ?? 0) > 1, `${name}: ${server.name}`)
    }
  }
})

test('a server that accepts invalid data in any scenario is listed as unranked', () => {
  const unranked = data.scenarios.flatMap(({ servers }) =>
    servers.filter(({ isUnranked }) => isUnranked),
  )
  const listed = data.servers.filter(({ isUnranked }) => isUnranked).map(({ name }) => name)
  assert.deepEqual(listed.sort(), [...new Set(unranked.map(({ name }) => name))].sort())
})

const isRatio = (found: Ratio | null, expected: Ratio | null, what: string) => {
  assert.equal(found === null, expected === null, what)
  if (!found || !expected) return
  for (const end of ['ratio', 'low', 'high'] as const)
    near(found[end], expected[end], `${what}, ${end}`, 3e-6)
}

test('ratios to the baseline are those of the summary', () => {
  each(({ name }, place, scenario, _, summary) => {
    const { pairs, servers, baseline } = scenario
    const base = servers.findIndex((server) => server.name === baseline)
    const found = ratioInTable(pairs, servers.length, place, base)
    isRatio(found, summary.ratioToBaseline, `${scenario.name}, ${name}`)
  })
})

test('the ratio of any two servers is that of the pooled runs', () => {
  for (const { name, servers, pairs } of data.scenarios) {
    const { result } = published.find((other) => other.result.scenario === name) as Published
    const last = servers.length - 1
    for (const [first, second] of [
      [0, last],
      [last, 1],
      [Math.floor(last / 2), 0],
    ] as const) {
      if (first === second) continue
      const [one, other] = [servers[first]?.name, servers[second]?.name] as [string, string]
      const found = ratioInTable(pairs, servers.length, first, second)
      isRatio(found, ratioBetween(result, one, other), `${name}, ${one} over ${other}`)
    }
  }
})

test('a single run has the figures and ratios of its own file', () => {
  const runs = data.scenarios.flatMap((scenario) =>
    scenario.runs.map((each) => ({
      scenario,
      run: { ...measuredIn(scenario, each), name: each.name },
    })),
  )
  assert.ok(runs.length > 0)
  for (const { scenario, run } of runs) {
    const { runs: pooled, outdated } = (
      published.find(({ result }) => result.scenario === scenario.name) as Published
    ).result
    const stored = [...pooled, ...outdated.values()].find(
      ({ path }) => path === run.files[0],
    ) as StoredRun
    const file = restated(stored.file)
    const base = run.servers.findIndex(({ name }) => name === file.baseline)
    for (const [place, { name, ranks }] of run.servers.entries()) {
      const summary = file.servers.find((server) => server.name === name)?.summary as Summary
      const what = `${run.name}, ${name}`
      isEstimate(
        figureIn(run, 'requests_per_second', place) ?? assert.fail(what),
        summary.requestsPerSecond,
        what,
      )
      isRatio(
        ratioInTable(run.pairs, run.servers.length, place, base),
        summary.ratioToBaseline,
        what,
      )
      assert.equal(ranks, rankText(summary.ranks), what)
    }
  }
})

test('instructions are those of the published counts', () => {
  const stored = countsStore.pooled()
  each(({ name }, place, scenario) => {
    const counts = stored.find(({ file }) => file.scenario === scenario.name)?.file
    const summary = counts?.servers.find((server) => server.name === name)?.summary
    const shown = figureIn(scenario, 'instructions', place)
    assert.equal(shown === undefined, !summary, `${scenario.name}, ${name}`)
    if (!shown || !summary) return
    const { javascript: value, low, high } = summary
    isEstimate(shown, { value, low, high }, name)
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

test('each server is listed once', () => {
  const names = data.scenarios.flatMap(({ servers }) => servers.map(({ name }) => name))
  assert.deepEqual(data.servers.map(({ name }) => name).sort(), [...new Set(names)].sort())
})

test('where nothing is validated, no server has a validator', () => {
  each(({ validation, description }, _, { name }) => {
    const validates = scenarios.get(name)?.validates
    assert.equal(validation !== '', validates, name)
    assert.equal(data.texts[description] !== '', validates, name)
  })
})

test('each server has a folder, and all references to texts are valid', () => {
  each(({ name, behaviours, facts, remarks }) => {
    assert.ok(existsSync(join(ROOT, 'servers', name)), name)
    for (const place of [...behaviours, ...facts, remarks].flat())
      assert.ok(data.texts[place] !== undefined)
  })
})
