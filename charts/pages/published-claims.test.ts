/**
 * Re-derives the published claims from the stored samples, by other code than `claims.ts`: plain means of logarithms over the trials
 * that the pages link, and their differences round by round.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'

interface StoredServer {
  name: string
  displayName: string
  runtime: string
  router: boolean
  version: string | null
  packages: Record<string, string>
  digest: string
  summary: object | null
  trials: { round: number; group: number; requests: { perSecond: number }; caveats: { kind: string }[] }[]
}

interface StoredFile {
  startedAt: string
  environment: { boot: string | null }
  servers: StoredServer[]
}

const BASELINE = 'http-node'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Log ratios to the baseline of the same group, by run and round. */
type Samples = Map<string, number>

interface Sampled extends Omit<StoredServer, 'trials'> {
  samples: Samples
  acceptsInvalid: boolean
  /** Whether it did not run on the pinned Node. */
  onOtherNode: boolean
}

/** Reads the runs that a page links, with the trials of each server's newest code. */
function sampledOf(page: string): Map<string, Sampled> {
  const paths = [...page.matchAll(/^\| \[\d{4}-\d\d-\d\d\]\(\.\.\/\.\.\/\.\.\/(results\/[^)]+)\)/gm)].map(
    ([, path]) => path ?? '',
  )
  const files = paths.map((path) => JSON.parse(read(path)) as StoredFile)
  assert.ok(files.length > 0)
  const found = new Map<string, Sampled>()
  const identity = ({ digest, version, packages }: Omit<StoredServer, 'trials'>) =>
    JSON.stringify([digest, version, packages])
  for (const { startedAt, environment, servers } of files) {
    const baseline = new Map(
      servers.find(({ name }) => name === BASELINE)?.trials.map((trial) => [`${trial.round} ${trial.group}`, trial]),
    )
    for (const { trials, ...server } of servers) {
      if (!server.summary) continue
      const has = (kind: string) => trials.some(({ caveats }) => caveats.some((caveat) => caveat.kind === kind))
      const [acceptsInvalid, onOtherNode] = [has('accepts-invalid'), has('other-node')]
      const own = found.get(server.name) ?? { ...server, samples: new Map(), acceptsInvalid, onOtherNode }
      if (identity(own) !== identity(server)) continue
      found.set(server.name, own)
      for (const { round, group, requests } of trials) {
        const beside = baseline.get(`${round} ${group}`)?.requests.perSecond
        const key = `${environment.boot ?? startedAt} ${startedAt} ${round}`
        if (beside) own.samples.set(key, Math.log(requests.perSecond / beside))
      }
    }
  }
  return found
}

/** Returns the mean over machines of the mean log ratio. */
function levelOf({ samples }: Sampled): number {
  const machines = Map.groupBy([...samples], ([key]) => key.split(' ')[0])
  return mean([...machines.values()].map((own) => mean(own.map(([, value]) => value))))
}

/** Returns the mean difference of two servers over the rounds that have both, and its standard error. */
function differenceOf(one: Sampled, other: Sampled): { value: number; error: number } {
  const differences = [...one.samples].flatMap(([key, value]) => {
    const beside = other.samples.get(key)
    return beside === undefined ? [] : [value - beside]
  })
  const value = mean(differences)
  const squares = differences.reduce((sum, each) => sum + (each - value) ** 2, 0)
  return { value, error: Math.sqrt(squares / Math.max(1, differences.length - 1) / differences.length) }
}

/** Returns whether a text is the value, rounded; 20% more are for what machines add, which plain means leave in. */
function isRounded(text: string, value: number): boolean {
  const decimals = text.split('.')[1]?.length ?? 0
  return Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimals + 0.2 * value
}

const LEAD =
  /^\*\*(?<title>[^:*]+): (?<count>\d+) ranked servers, from (?<low>[\d.]+) \((?<least>[^)]+)\) to (?<high>[\d.]+) \((?<greatest>[^)]+)\) times/m
const TITLE =
  /^ {2}<img alt="[^:"]+: (?<best>.+?)(?<tied> \(tied\))? handles? the most requests of the (?<count>\d+) Node\.js frameworks shown(?<factors>[^"]*)"/m

for (const { name, title } of scenarios.values()) {
  const page = read(`charts/published/${name}/README.md`)
  const sampled = sampledOf(page)
  const ranked = [...sampled.values()].filter(({ acceptsInvalid }) => !acceptsInvalid)
  const byLevel = ranked.toSorted((a, b) => levelOf(b) - levelOf(a))
  const called = (displayName: string) =>
    ranked.find((server) => server.displayName === displayName) ?? assert.fail(displayName)

  describe(name, () => {
    test('the lead is about all ranked servers, and names the extremes of all', () => {
      const lead = LEAD.exec(page)?.groups ?? assert.fail(`no lead: ${page.slice(0, 300)}`)
      assert.equal(lead.title, title)
      assert.equal(Number(lead.count), ranked.length)
      for (const [names, ratio, end] of [
        [lead.greatest, lead.high, byLevel[0]],
        [lead.least, lead.low, byLevel.at(-1)],
      ] as const) {
        const [first = ''] = names?.split(', tied with') ?? []
        const level = levelOf(called(first))
        assert.ok(Math.abs(level - levelOf(end ?? assert.fail())) < 0.06, `${first} is not the extreme`)
        assert.ok(isRounded(ratio ?? '', Math.exp(level)), `${first}: ${ratio}, ${Math.exp(level)}`)
      }
    })

    test('the chart’s title names the fastest framework, and factors that the rounds bear', () => {
      const found = TITLE.exec(page)?.groups
      if (!found) return assert.match(page, /^ {2}<img alt="[^"]+: no significant difference|: \d+ servers"/m)
      const best = (found.best ?? '').split(/, | and /).map(called)
      const [leader] = best
      assert.ok(leader)
      const factors = [...(found.factors ?? '').matchAll(/([\d.]+)× (\S+)’s/g)]
      for (const [, text = '', other = ''] of factors) {
        const { value, error } = differenceOf(leader, called(other))
        assert.ok(value / error > 4, `${leader.name} over ${other}: ${value} ± ${error}`)
        assert.ok(isRounded(text, Math.exp(value)), `${text} over ${other}: ${Math.exp(value)}`)
      }
    })
  })
}

describe('README', () => {
  const readme = read('README.md')
  const sampled = sampledOf(read('charts/published/update-user/README.md'))
  const called = (displayName: string) => {
    const server = [...sampled.values()].find((each) => each.displayName === displayName) ?? assert.fail(displayName)
    assert.ok(!server.acceptsInvalid, `${displayName} accepts invalid data`)
    return server
  }

  test('names the fastest frameworks of a runtime: none is significantly faster, and those left out are slower', () => {
    const [, text = ''] = /^\*\*Fastest frameworks\*\*: (.+)\.$/m.exec(readme) ?? []
    const parts = text.split('; ').map((part) => /^on (\S+) (.+?)(?: \(tied\))?$/.exec(part) ?? assert.fail(part))
    assert.ok(parts.length > 1)
    for (const [, runtime = '', names = ''] of parts) {
      const leaders = names.split(/, | and /).map(called)
      const [leader] = leaders
      assert.ok(leader)
      const others = [...sampled.values()].filter(
        (server) =>
          server.router &&
          server.version !== null &&
          !server.acceptsInvalid &&
          !server.onOtherNode &&
          server.runtime === runtime.toLowerCase().replace('.js', ''),
      )
      for (const other of others.filter((each) => each.name !== leader.name)) {
        const { value, error } = differenceOf(leader, other)
        assert.ok(value > -2 * error - 0.02, `${other.name} is faster than ${leader.name} by ${-value} ± ${error}`)
        // A second server of the leader's package is no other framework.
        const isOwn = Object.entries(other.packages).some(
          ([name, version]) => version === other.version && leader.packages[name] === version,
        )
        if (!leaders.includes(other) && !isOwn)
          assert.ok(value / error > 2, `${other.name} may be as fast: ${value} ± ${error}`)
      }
    }
  })

  test('lists servers by need in the order of their ratios, which are those of the samples', () => {
    const lines = [...readme.matchAll(/^- \*\*A[^*]+\*\*: ([^(;]+)/gm)].map(([, line]) => line ?? '')
    assert.ok(lines.length > 1)
    for (const line of lines) {
      const figures = [...line.matchAll(/([\w.-]+) (\d\.\d\d)/g)].map(([, name = '', ratio]) => ({
        server: called(name),
        ratio: Number(ratio),
      }))
      assert.ok(figures.length > 0, line)
      for (const { server, ratio } of figures)
        assert.ok(Math.abs(ratio / Math.exp(levelOf(server)) - 1) < 0.06, `${server.name} ${ratio}`)
    }
  })
})
