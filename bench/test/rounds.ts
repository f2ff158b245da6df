/** Rounds of faulty servers in this process, with a fake or real load generator. */
import assert from 'node:assert/strict'
import { createRandom } from '../../shared/basics/random.ts'
import type { Disqualification, Trial } from '../../shared/format/format.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadGenerator, LoadReport, LoadWatch } from '../load/generator.ts'
import { type RoundPlan, runRound } from '../run/round.ts'
import { sampleReport } from './fixtures.ts'
import { COMPILED, faultyDirectory } from './testing.ts'

/** Result of a load. */
type Outcome = Partial<LoadReport> | Error

/** Returns a generator that sends nothing and returns the given report, or fails, by the number of the load. */
export function generatorThatReports(
  outcomeOf: (load: number) => Outcome = () => ({}),
): LoadGenerator & { ports: number[]; closed: number } {
  const generator = {
    ...builtin,
    /** Of each load. */
    ports: [] as number[],
    closed: 0,
    prepare: async () => ({
      async load(port: number, _seconds: number, watch: LoadWatch = {}) {
        const outcome = outcomeOf(generator.ports.push(port))
        if (outcome instanceof Error) throw outcome
        watch.started?.()
        watch.ended?.()
        return sampleReport(outcome)
      },
      close: async () => {
        generator.closed++
      },
    }),
  }
  return generator
}

const directory = faultyDirectory()

/** Returns installed servers of the repository or faulty ones, by name. Their shared modules are compiled once. */
export function serversNamed(...names: string[]): Server[] {
  const folders = findServerFolders([SERVERS_DIR, directory])
  const chosen = names.flatMap((name) => folders.filter((folder) => folder.name === name))
  const { installed } = discoverServers(chosen, 'update-user')
  return installed.map((server) => ({ ...server, env: COMPILED }))
}

export const serverNamed = (name: string): Server => serversNamed(name)[0] ?? assert.fail(name)

export const unpinned = { server: null, generator: null, note: null }

export const briefProtocol: RoundPlan['protocol'] = {
  generator: 'builtin',
  connections: 10,
  polling: false,
  durationSeconds: 2,
  sliceSeconds: 1,
  groupSize: 4,
  warmupSeconds: 0,
  seed: 1,
}

export interface Outcomes {
  trials: Record<string, Trial>
  disqualified: Record<string, Disqualification>
  /** Files that changed while these servers ran. */
  changed: { servers: string[]; files: readonly string[] }[]
}

/** Runs a round, and returns what its observer was notified of. */
export async function play(
  generator: LoadGenerator,
  groups: Server[][],
  change: Partial<RoundPlan['protocol']> = {},
  others: Partial<Pick<RoundPlan, 'pinning' | 'observes'>> = {},
): Promise<Outcomes> {
  const outcomes: Outcomes = { trials: {}, disqualified: {}, changed: [] }
  const plan: RoundPlan = {
    scenario: updateUser,
    groups,
    protocol: { ...briefProtocol, ...change },
    generator,
    pinning: unpinned,
    round: 1,
    random: createRandom(1),
    observes: () => false,
    ...others,
  }
  const { trials, disqualified } = await runRound(plan, {
    trialEnds: ({ name }, trial) => {
      outcomes.trials[name] = trial
    },
    disqualified: ({ name }, disqualified) => {
      outcomes.disqualified[name] = disqualified
    },
    checkoutChanged: (servers, files) =>
      outcomes.changed.push({ servers: servers.map(({ name }) => name), files }),
  })
  const namesOf = (all: readonly { name: string }[]) =>
    [...new Set(all.map(({ name }) => name))].sort()
  const hears = 'the observer is notified of every outcome'
  assert.deepEqual(namesOf(trials), Object.keys(outcomes.trials).sort(), hears)
  assert.deepEqual(namesOf(disqualified), Object.keys(outcomes.disqualified).sort(), hears)
  return outcomes
}
