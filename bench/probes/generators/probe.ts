import { InvalidArgumentError } from 'commander'
import { Unmeasurable, UsageError } from '../../../shared/basics/errors.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { aboutTime, grouped, listed } from '../../../shared/basics/text.ts'
import {
  BUILTIN,
  FIXED_RESPONSE,
  GENERATORS,
  LIMITS_IN_FLIGHT,
} from '../../../shared/probes/generator-figures.ts'
import { generators } from '../../../shared/probes/generators.ts'
import { hello } from '../../../shared/scenarios/hello.ts'
import { value } from '../../cli/command.ts'
import {
  inFlight,
  inputs,
  nameList,
  positiveInteger,
  processes,
  quick,
  randomSeed,
} from '../../cli/options.ts'
import { VERSION } from '../../load/builtin/builtin.ts'
import { type FailedPart, type Figures, measuring } from '../../measure/probe.ts'
import { serversOf } from '../../measure/subjects.ts'
import { CLOSED_LOOP, withMaximum } from '../../measure/warm-process.ts'
import { say } from '../../terminal/output.ts'
import { Generators } from './generators.ts'
import { generatorLimits, withFixedResponse } from './limits.ts'
import { loadedBy } from './measure.ts'
import type { Amount } from './programs/program.ts'
import { type InstalledProgram, installedProgram, PROGRAMS } from './programs/programs.ts'

/** Seconds of a load. */
const SECONDS = { full: 5, quick: 1 }
/** Seconds of a process besides its loads. */
const OVERHEAD_SECONDS = 5
const QUICK_WARM_UP = { warmupSeconds: 1, durationSeconds: 0.25, sliceSeconds: 0.25 }

interface Choices {
  programs: string[] | undefined
  connections: number
  pipelining: number
  duration: number | undefined
  requests: number | undefined
  quick: boolean
}

/** The generators to measure with. */
interface Chosen {
  /** Names of the generators. */
  names: readonly string[]
  installed: readonly InstalledProgram[]
}

function programNames(text: string): string[] {
  const list = nameList(text)
  if (list.every((name) => (GENERATORS as readonly string[]).includes(name))) return list
  throw new InvalidArgumentError(`It takes ${GENERATORS.join(', ')}.`)
}

export default measuring({
  probe: generators,
  description:
    'the same servers under several load generators: what each reports, costs and can do',
  subjects: withFixedResponse(
    serversOf({
      assertFits({ name, loadCase }) {
        if (loadCase !== undefined)
          throw new UsageError(`${name} sends invalid requests, which external generators cannot`)
      },
    }),
  ),
  options: {
    programs: value(
      '<a,b>',
      `load generators: ${GENERATORS.join(', ')} (default: those that are installed)`,
      programNames,
    ),
    connections: value('<n>', 'connections', positiveInteger, { standard: 100 }),
    pipelining: value('<n>', 'requests in flight on each connection', inFlight, { standard: 1 }),
    duration: value(
      '<s>',
      `whole seconds of each load (default: ${SECONDS.full}; quick: ${SECONDS.quick})`,
      positiveInteger,
    ),
    requests: value('<n>', 'requests of each load, instead of --duration', inputs),
    processes: processes(5, 1),
    seed: randomSeed,
    quick,
  },
  prepare: async (choices) => preparedFor(choices),
  protocol: (values) => ({
    connections: values.connections,
    pipelining: values.pipelining,
    seconds: null,
    requests: null,
    ...amountOf(values),
    closedLoop: values.quick ? QUICK_WARM_UP : CLOSED_LOOP,
  }),
  opening(values, { chosen }, { length }) {
    const amount = amountOf(values)
    const isTimed = 'seconds' in amount
    const seconds = chosen.names.length * (isTimed ? amount.seconds : 1) + OVERHEAD_SECONDS
    const load = isTimed ? `${amount.seconds} s` : `${grouped(amount.requests)} requests`
    return `${load} each by ${listed(chosen.names)}, ${aboutTime(length * values.processes * seconds)}`
  },
  share({ scenario, values, tools: { pinning, chosen } }) {
    const { connections, pipelining, seed = 0 } = values
    const amount = amountOf(values)
    const stack = new AsyncDisposableStack()
    const cpus = pinning.generator?.slice(0, 1) ?? null
    const load = {
      scenario,
      names: chosen.names,
      programs: chosen.installed,
      connections,
      pipelining,
      amount,
      seed,
      cpus,
    }
    const limit = (depth: number) =>
      stack.use(
        new Generators({
          ...load,
          scenario: hello,
          names: chosen.names.filter((name) => depth === 1 || pipelines(name)),
          pipelining: depth,
          // With a number of requests, autocannon leaves those of each connection out that are still in flight at its end.
          amount:
            'seconds' in amount
              ? amount
              : { requests: Math.max(amount.requests, 2 * connections * depth) },
        }),
      )
    return Object.assign(stack, {
      own: stack.use(new Generators(load)),
      limits: new Map(LIMITS_IN_FLIGHT.map((inFlight) => [inFlight, limit(inFlight)])),
      /** Generators under which a server is disqualified, by its name. */
      failed: new Map<string, Set<string>>(),
    })
  },
  async measure(server, { round, scenario, values, tools: { pinning }, shared }) {
    const { connections, pipelining, quick, seed } = values
    const random = createRandom(seed + round)
    const warmUp = quick ? QUICK_WARM_UP : CLOSED_LOOP
    if (server.name === FIXED_RESPONSE) {
      const { server: cpus } = pinning
      const circumstances = { cpus, random, warmUp: warmUp.durationSeconds }
      return { parts: await generatorLimits(server, shared.limits, circumstances) }
    }
    const { wire } = server.manifest
    const closedLoop = { ...warmUp, connections, pipelining }
    const process = { server, round, scenario, pinning, closedLoop, seed: random.seed() }
    const failed = shared.failed.get(server.name) ?? new Set<string>()
    shared.failed.set(server.name, failed)
    return withMaximum(process, await shared.own.builtin(wire), async (trial, maximum) => {
      const parts: Record<string, Figures | FailedPart> = {}
      for (const name of random.shuffle(shared.own.on(wire))) {
        if (failed.has(name)) continue
        const session = await shared.own.of(name, wire, maximum.perSecond)
        const figures = await loadedBy(trial, session, maximum.settled)
        if ('disqualified' in figures) failed.add(name)
        parts[name] = figures
      }
      return { parts }
    })
  },
})

const pipelines = (name: string) =>
  name === BUILTIN || PROGRAMS.some((each) => each.name === name && each.pipelines)

const amountOf = ({ duration, requests, quick }: Choices): Amount =>
  requests === undefined
    ? { seconds: duration ?? (quick ? SECONDS.quick : SECONDS.full) }
    : { requests }

/** Finds the programs. @throws UsageError for a load that they cannot send; Unmeasurable if none is left */
function preparedFor({ programs, connections, pipelining, duration, requests }: Choices) {
  if (duration !== undefined && requests !== undefined)
    throw new UsageError('--duration and --requests both end a load: use one of them')
  if (requests !== undefined && requests < connections * pipelining)
    throw new UsageError(
      `--requests ${requests} is less than ${connections} connections × ${pipelining} in flight: send more, or lower --connections`,
    )
  const requested = programs ?? GENERATORS
  const capable = requested.filter((name) => pipelining === 1 || pipelines(name))
  const incapable = requested.filter((name) => !capable.includes(name))
  const reason = `${listed(incapable)}: no ${pipelining} requests in flight per connection, so left out`
  const capablePrograms = PROGRAMS.filter(({ name }) => capable.includes(name))
  const installed = capablePrograms.flatMap((program) => installedProgram(program) ?? [])
  const notInstalled = capablePrograms.filter(
    ({ name }) => !installed.some((each) => each.name === name),
  )
  const names = capable.filter((name) => !notInstalled.some((each) => each.name === name))
  if (names.length === 0)
    throw new Unmeasurable(
      notInstalled.map(({ name, install }) => `${name} is not installed: ${install}`).join('; ') ||
        reason,
    )
  if (incapable.length > 0) say(reason)
  const isLacking = names.length < requested.length
  return {
    chosen: { names, installed } satisfies Chosen,
    notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
    status: Number(programs !== undefined && isLacking),
    version: [
      ...(names.includes(BUILTIN) ? [`${BUILTIN} ${VERSION}`] : []),
      ...installed.map(({ name, version }) => `${name} ${version}`),
    ].join(', '),
  }
}
