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
  trials: {
    round: number
    group: number
    requests: { perSecond: number }
    caveats: { kind: string }[]
  }[]
}

interface StoredFile {
  startedAt: string
  environment: { boot: string | null }
  servers: StoredServer[]
}

const BASELINE = 'http-node'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

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
  const paths = [
    ...page.matchAll(/^\| \[\d{4}-\d\d-\d\d\]\(\.\.\/\.\.\/\.\.\/(results\/[^)]+)\)/gm),
  ].map(([, path]) => path ?? '')
  const files = paths.map((path) => JSON.parse(read(path)) as StoredFile)
  assert.ok(files.length > 0)
  const found = new Map<string, Sampled>()
  const identity = ({ digest, version, packages }: Omit<StoredServer, 'trials'>) =>
    JSON.stringify([digest, version, packages])
  for (const { startedAt, environment, servers } of files) {
    const baseline = new Map(
      servers
        .find(({ name }) => name === BASELINE)
        ?.trials.map((trial) => [`${trial.round} ${trial.group}`, trial]),
    )
    for (const { trials, ...server } of servers) {
      if (!server.summary) continue
      const has = (kind: string) =>
        trials.some(({ caveats }) => caveats.some((caveat) => caveat.kind === kind))
      const [acceptsInvalid, onOtherNode] = [has('accepts-invalid'), has('other-node')]
      const own = found.get(server.name) ?? {
        ...server,
        samples: new Map(),
        acceptsInvalid,
        onOtherNode,
      }
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

/** Least standard deviation between machines of one server's log ratio, as runs of two makers show it. */
const BETWEEN = 0.04

/** Returns the difference of two servers over the rounds that have both, and its standard error, with that between machines. */
function differenceOf(one: Sampled, other: Sampled): { value: number; error: number } {
  const differences = [...one.samples].flatMap(([key, value]) => {
    const beside = other.samples.get(key)
    return beside === undefined ? [] : [[key.split(' ')[0] ?? '', value - beside] as const]
  })
  const machines = [...Map.groupBy(differences, ([machine]) => machine).values()].map((own) =>
    own.map(([, each]) => each),
  )
  const squares = machines.map((own) => {
    const center = mean(own)
    return (
      own.reduce((sum, each) => sum + (each - center) ** 2, 0) /
      Math.max(1, own.length - 1) /
      own.length
    )
  })
  const value = mean(machines.map(mean))
  const spread =
    machines.reduce((sum, own) => sum + (mean(own) - value) ** 2, 0) /
    Math.max(1, machines.length - 1)
  const between = Math.max(2 * BETWEEN ** 2, spread) / machines.length
  return {
    value,
    error: Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / machines.length ** 2 + between),
  }
}

/** Returns whether the samples show that the first is faster, and whether they rule out that both are equal. */
function comparison(first: Sampled, second: Sampled) {
  const { value, error } = differenceOf(first, second)
  return {
    isAhead: value > 2 * error,
    isClearlyDifferent: Math.abs(value) > 5 * error,
    isBehind: value < -2 * error,
  }
}

/** Returns whether a text is the value, rounded; two standard errors more are for another weighting of rounds and machines. */
function isRounded(text: string, value: number, error: number): boolean {
  const decimals = text.split('.')[1]?.length ?? 0
  return Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimals + 2 * error * value
}

const isFramework = (server: Sampled) =>
  server.router && server.version !== null && !server.acceptsInvalid && !server.onOtherNode

/** Returns the frameworks of a runtime, each by its best server. */
function frameworksOn(runtime: string, servers: readonly Sampled[]): Sampled[] {
  const sorted = servers
    .filter((server) => isFramework(server) && server.runtime === runtime)
    .toSorted((a, b) => levelOf(b) - levelOf(a))
  const packageOf = ({ name, version, packages }: Sampled) =>
    Object.keys(packages).find((each) => packages[each] === version) ?? name
  return sorted.filter(
    (server, i) => sorted.findIndex((other) => packageOf(other) === packageOf(server)) === i,
  )
}

/** Returns what is wrong with a set of leaders: one that is slower than another, or a tie that is missing or none. */
function faultsOfLeaders(leaders: readonly Sampled[], set: readonly Sampled[]): string[] {
  const [leader] = leaders
  if (!leader) return ['no leader']
  return set.flatMap((other) => {
    if (other === leader) return []
    const { isAhead, isBehind, isClearlyDifferent } = comparison(leader, other)
    if (isBehind) return [`${other.name} is faster than ${leader.name}`]
    if (leaders.includes(other)) return isClearlyDifferent ? [`${other.name} is no tie`] : []
    return isAhead ? [] : [`${other.name} may be as fast as ${leader.name}`]
  })
}

const LEAD =
  /^\*\*(?<title>[^:*]+): (?<count>\d+) ranked servers, from (?<low>[\d.]+) \((?<least>[^)]+)\) to (?<high>[\d.]+) \((?<greatest>[^)]+)\) times/m
const TITLE =
  /^ {2}<img alt="[^:"]+: (?<best>.+?)(?: \(tied\))? handles? the most requests of the (?<count>\d+) Node\.js frameworks shown(?<factors>[^"]*)"/m

/** Returns the faults of the claims of a scenario's page: its first sentence, and the title of its chart. */
function faultsOf(page: string, name: string): string[] {
  const servers = [...sampledOf(page).values()]
  const ranked = servers.filter(({ acceptsInvalid }) => !acceptsInvalid)
  const called = (displayName: string) =>
    ranked.filter((server) => server.displayName === displayName)
  return [...faultsOfLead(page, ranked), ...faultsOfTitle(page, name, servers)]

  function faultsOfLead(text: string, set: readonly Sampled[]): string[] {
    const lead = LEAD.exec(text)?.groups
    if (!lead) return ['no lead']
    const sorted = set.toSorted((a, b) => levelOf(b) - levelOf(a))
    const ends = [
      [lead.greatest, lead.high, sorted[0]],
      [lead.least, lead.low, sorted.at(-1)],
    ] as const
    return [
      ...(lead.title === scenarios.get(name)?.title ? [] : ['title']),
      ...(Number(lead.count) === set.length ? [] : ['count']),
      ...ends.flatMap(([names = '', ratio = '', end]) => {
        const [first = '', tied = ''] = names.split(', tied with ')
        const [leader] = called(first)
        if (!leader || !end) return [`${first} is not ranked`]
        const others = tied.split(/, | and /).flatMap(called)
        return [
          ...(comparison(leader, end).isClearlyDifferent ? [`${first} is not the extreme`] : []),
          ...(isRounded(ratio, Math.exp(levelOf(leader)), 0.08) ? [] : [`${first} ${ratio}`]),
          ...others.flatMap((other) =>
            comparison(leader, other).isClearlyDifferent ? [`${other.name} is no tie`] : [],
          ),
        ]
      }),
    ]
  }

  function faultsOfTitle(text: string, scenario: string, all: readonly Sampled[]): string[] {
    const svg = read(`charts/published/${scenario}/${scenario}.light.svg`)
    const shown = all.filter(({ displayName }) =>
      [`>${displayName}<`, `>${displayName} `].some((text) => svg.includes(text)),
    )
    const frameworks = frameworksOn('node', shown)
    const found = TITLE.exec(text)?.groups
    const [fastest, slowest] = [frameworks.at(0), frameworks.at(-1)]
    if (!fastest || !slowest) return []
    if (!found)
      return comparison(fastest, slowest).isClearlyDifferent
        ? ['no claim of a clear difference']
        : []
    const leaders = (found.best ?? '').split(/, | and /).flatMap(called)
    const factors = [...(found.factors ?? '').matchAll(/([\d.]+)× (\S+)’s/g)]
    return [
      ...(Number(found.count) === frameworks.length
        ? []
        : [`count ${found.count}, not ${frameworks.length}`]),
      ...faultsOfLeaders(leaders, frameworks),
      ...factors.flatMap(([, factor = '', other = '']) => {
        const [leader, slower] = [leaders[0], called(other)[0]]
        if (!leader || !slower) return [`${other} is unknown`]
        const { value, error } = differenceOf(leader, slower)
        return isRounded(factor, Math.exp(value), error)
          ? []
          : [`${factor}× ${other}, not ${Math.exp(value)}`]
      }),
    ]
  }
}

describe('the first sentence and the title of each scenario’s page are borne by the samples', () => {
  for (const { name } of scenarios.values())
    test(name, () =>
      assert.deepEqual(faultsOf(read(`charts/published/${name}/README.md`), name), []),
    )
})

describe('a false claim is found', () => {
  const page = read('charts/published/update-user/README.md')
  const title = /^ {2}<img alt="Update user: (\S+) handles the most requests of the (\d+) /m
  const changes: [what: string, from: string | RegExp, to: string][] = [
    ['another factor', /([\d.]+)× express’s/, '2.3× express’s'],
    ['another factor over the slowest', /([\d.]+)× trpc’s/, '9× trpc’s'],
    ['another leader', title, '  <img alt="Update user: h3 handles the most requests of the $2 '],
    [
      'another number of frameworks',
      title,
      '  <img alt="Update user: $1 handles the most requests of the 3 ',
    ],
    [
      'a tie that is none',
      title,
      '  <img alt="Update user: $1 and express (tied) handle the most requests of the $2 ',
    ],
    ['no difference', title, '  <img alt="Update user: no significant difference between $2 '],
    ['another extreme', /to [\d.]+ \(uWebSockets\.js/, 'to 1.9 (express'],
    [
      'another tie of the extreme',
      /tied with http-deno and http-bun/,
      'tied with nest-express and trpc',
    ],
    ['another ratio', /from [\d.]+ \(/, 'from 0.3 ('],
    ['another number of servers', /\d+ ranked servers/, '54 ranked servers'],
  ]
  for (const [what, from, to] of changes)
    test(what, () => {
      const changed = page.replace(from, to)
      assert.notEqual(changed, page)
      assert.notDeepEqual(faultsOf(changed, 'update-user'), [])
    })
})

describe('README', () => {
  const readme = read('README.md')
  const sampled = sampledOf(read('charts/published/update-user/README.md'))
  const called = (displayName: string) => {
    const server =
      [...sampled.values()].find((each) => each.displayName === displayName) ??
      assert.fail(displayName)
    assert.ok(!server.acceptsInvalid, `${displayName} accepts invalid data`)
    return server
  }

  test('names the fastest frameworks of each runtime, with ties', () => {
    const [, text = ''] = /^\*\*Fastest frameworks\*\*: (.+)\.$/m.exec(readme) ?? []
    const parts = text
      .split('; ')
      .map((part) => /^on (\S+) \d+ (.+?)(?: \(tied\))?$/.exec(part) ?? assert.fail(part))
    assert.ok(parts.length > 1)
    for (const [, runtime = '', names = ''] of parts) {
      const set = frameworksOn(runtime.toLowerCase().replace('.js', ''), [...sampled.values()])
      assert.deepEqual(faultsOfLeaders(names.split(/, | and /).map(called), set), [])
    }
  })

  test('lists servers by need with the ratios of the samples; a tie is none that clearly differs', () => {
    const lines = [...readme.matchAll(/^- \*\*A[^*]+\*\*: ([^[;]+)/gm)].map(
      ([, line]) => line ?? '',
    )
    assert.ok(lines.length > 1)
    for (const line of lines) {
      const figures = [...line.matchAll(/([\w.-]+) (\d\.\d\d)/g)].map(([, name = '', ratio]) => ({
        server: called(name),
        ratio: Number(ratio),
      }))
      const [first, second] = figures
      assert.ok(first && second, line)
      for (const { server, ratio } of figures)
        assert.ok(
          isRounded(ratio.toFixed(2), Math.exp(levelOf(server)), 0.03),
          `${server.name} ${ratio}`,
        )
      const { isAhead, isClearlyDifferent } = comparison(first.server, second.server)
      assert.ok(line.includes('(tied)') ? !isClearlyDifferent : isAhead, line)
    }
  })
})

/** The column that a chart's title is about. */
const COLUMNS: Record<string, string> = {
  edge: 'start, million instructions',
  footprint: 'MB',
  heap: 'used once, KB',
  types: 'instantiations, TS 6',
}

describe('the factor of an instrument’s first title is that of its table', () => {
  for (const [name, column] of Object.entries(COLUMNS))
    test(name, () => {
      const page = read(`charts/published/${name}/README.md`)
      const [, most = '', factor = '', least = ''] =
        /<img alt="(?:On Node\.js, )?(.+?) \w+ ([\d.]+)× the .+? of (.+?)(?: on Workers)?(?: \(of \d+ shown\))?"/.exec(
          page,
        ) ?? []
      const figureOf = (server: string) => {
        const lines = page.split('\n')
        const row = lines.findIndex((line) => line.startsWith(`| ${server} |`))
        const head = lines.slice(0, row).findLastIndex((line) => line.startsWith('| :-')) - 1
        const cells = (line = '') =>
          line.split('|').map((cell) => cell.replace(/\[(.*)\]\(.*\)/, '$1').trim())
        const text = cells(lines[row])[cells(lines[head]).indexOf(column)] ?? ''
        return Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', ''))
      }
      const ratio = figureOf(most) / figureOf(least)
      assert.ok(isRounded(factor, ratio, 0.01), `${factor}× of ${most} over ${least}, not ${ratio}`)
    })
})
